import { experts } from './experts.ts';

experts('travel');
