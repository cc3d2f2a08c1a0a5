// The same tests, with more rounds.
process.env.RACE_ROUNDS ??= '1000';
await import('./wallet-race.test.ts');
