// The same tests, with every harm to the primary.
process.env.HARMS = 'all';
process.env.SUITE = 'long';
await import('./failover.test.ts');
