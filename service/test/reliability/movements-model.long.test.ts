// The same test, many more runs: the message of a failure has its seed and its run.
process.env.MOVEMENT_RUNS ??= '10000';
await import('./movements-model.test.ts');
