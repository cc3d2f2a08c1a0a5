// The same tests, and those that `npm test` leaves out.
process.env.SUITE = 'long';
await import('./check-upgrade.test.ts');
