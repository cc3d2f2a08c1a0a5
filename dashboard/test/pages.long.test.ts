// The same tests with every page in the dark too.
process.env.PAGES = 'all';
await import('./pages.test.ts');
