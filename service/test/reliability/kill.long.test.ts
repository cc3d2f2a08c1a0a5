// The same tests, with the promised number of kills of the service.
process.env.KILLS ??= '200';
await import('./kill.test.ts');
