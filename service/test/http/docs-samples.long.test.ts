// The same tests, with the commands on the machine.
process.env.DOCS = 'all';
await import('./docs-samples.test.ts');
