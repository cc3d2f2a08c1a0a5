// The same tests with 10 000 keys.
process.env.KEYS ??= '10000';
await import('./once.test.ts');
