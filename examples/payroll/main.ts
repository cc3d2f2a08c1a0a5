import { readFileSync, writeFileSync } from 'node:fs';
import { ApiError, Rialto } from '../../sdk/src/rialto.ts';
import { runPayroll } from './payroll.ts';

const [file, currency, month] = process.argv.slice(2);
const { RIALTO_API_KEY = '', RIALTO_BASE_URL = 'http://localhost:3000' } = process.env;
if (!file || !currency || !month || !RIALTO_API_KEY) {
  console.error(
    'Usage: RIALTO_API_KEY=rs_test_… node main.ts <file.csv> <currency> <month>, for example: salaries.csv XOF 2026-01',
  );
  process.exit(2);
}

try {
  const rialto = new Rialto({ apiKey: RIALTO_API_KEY, baseUrl: RIALTO_BASE_URL });
  const { payout, result } = await runPayroll(rialto, { csv: readFileSync(file), currency, month }, ({ totals }) =>
    console.error(`${totals.succeeded_count + totals.failed_count} of ${totals.count}`),
  );
  writeFileSync(`payroll-${month}.csv`, result);
  const { succeeded_count, succeeded_amount, failed_count } = payout.totals;
  console.log(
    `${payout.id} ${payout.status}: ${succeeded_count} paid, ${succeeded_amount} ${currency} in minor units;`,
  );
  console.log(`${failed_count} failed. payroll-${month}.csv has every line.`);
  process.exitCode = payout.result === 'all_succeeded' ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  // One invalid line refuses the whole file and nobody is paid. Name every invalid line.
  if (error instanceof ApiError)
    for (const { param, message } of error.details ?? []) console.error(`  ${param}: ${message}`);
  process.exitCode = 1;
}
