// The same tests with every page, in light and dark mode.
process.env.PAGES = 'all';
await import('./pages.test.ts');
