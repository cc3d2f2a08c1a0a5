/** More runs of the same test. */
process.env.SPLIT_RUNS ??= '10000';
await import('./splits-model.test.ts');
