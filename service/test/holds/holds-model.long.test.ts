// The same tests, many more runs: fast-check prints the seed and the path of a failure.
process.env.HOLD_RUNS ??= '10000';
process.env.HOLD_RACES ??= '500';
await import('./holds-model.test.ts');
