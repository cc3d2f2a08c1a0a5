// The same races, 10 000 of them.
process.env.CHECKOUT_RACES ??= '10000';
await import('./races.test.ts');
