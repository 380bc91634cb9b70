import { openStore } from '../src/store/store.ts';
import { serve } from './serve.ts';

void openStore().then(serve);
