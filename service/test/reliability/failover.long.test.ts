// The same tests, with every harm to the primary.
process.env.HARMS = 'all';
await import('./failover.test.ts');
