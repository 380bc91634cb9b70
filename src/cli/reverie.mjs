#!/usr/bin/env node
// Entry of the `reverie` command: lets Node read the TypeScript sources, then hands over.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) });
await import('./main.ts');
