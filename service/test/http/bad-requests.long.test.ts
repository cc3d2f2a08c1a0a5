/** The same test with fifty times as many requests. */
process.env.CASES ??= '100000';
await import('./bad-requests.test.ts');
