import { booking } from './booking/index.ts';
import { desk } from './desk/index.ts';
import { forum } from './forum/index.ts';
import { mail } from './mail/index.ts';
import { shop } from './shop/index.ts';
import type { SiteFamily } from './site.ts';
import { travel } from './travel/index.ts';
import { wiki } from './wiki/index.ts';

/** Every site family by name, as it appears in addresses and task ids. */
export const FAMILIES: Record<string, SiteFamily> = { shop, desk, booking, forum, mail, wiki, travel };
