import { FAMILIES } from '../../src/sites/index.ts';
import { siteContract } from './contract.ts';

for (const family of Object.values(FAMILIES)) siteContract(family, 100);
