// The same test, with more kills.
process.env.PAYOUT_KILLS ??= '20';
await import('./payout-crash.test.ts');
