import { experts } from './experts.ts';

experts('booking');
