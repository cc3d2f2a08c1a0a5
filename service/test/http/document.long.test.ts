// The same tests, with every value of each parameter on every route.
process.env.DOCUMENT = 'all';
await import('./document.test.ts');
