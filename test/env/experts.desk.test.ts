import { experts } from './experts.ts';

experts('desk');
