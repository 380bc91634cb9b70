import { experts } from './experts.ts';

experts('shop');
