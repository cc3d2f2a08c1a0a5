// The same tests, with every limit and every wrong query on every list.
process.env.LISTS = 'all';
await import('./lists.test.ts');
