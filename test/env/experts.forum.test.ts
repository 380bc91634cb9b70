import { experts } from './experts.ts';

experts('forum');
