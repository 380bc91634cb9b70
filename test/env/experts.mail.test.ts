import { experts } from './experts.ts';

experts('mail');
