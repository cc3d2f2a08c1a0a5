/** The same walk, longer. */
process.env.STEPS ??= '10000';
process.env.SEED ??= String(Math.trunc(Math.random() * 2 ** 31));
await import('./chains.test.ts');
