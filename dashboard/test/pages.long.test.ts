// The same tests with every page, in the light and in the dark.
process.env.PAGES = 'all';
await import('./pages.test.ts');
