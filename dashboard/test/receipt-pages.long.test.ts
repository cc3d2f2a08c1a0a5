// The same tests with every page in six languages, in light and dark mode.
process.env.PAGES = 'all';
await import('./receipt-pages.test.ts');
