/** The same walk, longer. */
process.env.STEPS ??= '10000';
await import('./chains.test.ts');
