// The same tests with all of their controls.
process.env.ROLLING = 'all';
await import('./rolling.test.ts');
