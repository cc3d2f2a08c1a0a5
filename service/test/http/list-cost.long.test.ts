// The same tests for every list, with more records.
process.env.LIST_RECORDS ??= '110000';
await import('./list-cost.test.ts');
