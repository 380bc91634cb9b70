import fc from 'fast-check';

/** Same seed, same run, for properties too; `FUZZ_SEED=2 npx vitest run …` draws other examples. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });
