#!/usr/bin/env node
// Entry of the `reverie` command: lets Node read the TypeScript sources, then hands over.
import { register } from 'tsx/esm/api';

register();
await import('./main.ts');
