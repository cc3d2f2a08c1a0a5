// The same tests, with as many kills of the service as are promised.
process.env.KILLS ??= '200';
await import('./kill.test.ts');
