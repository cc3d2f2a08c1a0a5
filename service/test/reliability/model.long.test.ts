// The same tests, many more runs: fast-check prints the seed and the path of a failure.
process.env.MODEL_RUNS ??= '10000';
process.env.DRAINS ??= '500';
await import('./model.test.ts');
