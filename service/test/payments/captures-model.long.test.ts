// The same tests, many more runs: fast-check prints the seed and the path of a failure.
process.env.CAPTURE_RUNS ??= '10000';
process.env.CAPTURE_RACES ??= '500';
await import('./captures-model.test.ts');
