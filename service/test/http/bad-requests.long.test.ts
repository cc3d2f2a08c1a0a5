/** The same, fifty times as many. */
process.env.CASES ??= '100000';
await import('./bad-requests.test.ts');
