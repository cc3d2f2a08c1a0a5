import { type Command, InvalidArgumentError, Option } from 'commander';
import { connect } from '../connect.ts';
import { globals, keyed, once, only, paged, printPaged } from '../options.ts';
import { printRecord } from '../print.ts';

type Share = { wallet: string; amount: number } | { wallet: string; basis_points: number };

/** `--split wal_…=5000 --split wal_…=20%`: a fixed amount in minor units, or a percentage of the net. */
export function share(text: string, before: Share[] = []): Share[] {
  const [, wallet, digits, hundredths, percent] = /^(\w+)=(\d+)(?:\.(\d{1,2}))?(%|bp)?$/.exec(text) ?? [];
  if (!wallet || !digits || (hundredths && percent !== '%'))
    throw new InvalidArgumentError('Give wallet=amount in minor units, wallet=20% or wallet=2000bp.');
  if (!percent) return [...before, { wallet, amount: Number(digits) }];
  return [...before, { wallet, basis_points: percent === '%' ? basisPoints(digits, hundredths) : Number(digits) }];
}

/** `12` and `5` of 12.5 %: 1250. */
const basisPoints = (percent: string, hundredths = ''): number =>
  Number(percent) * 100 + Number(hundredths.padEnd(2, '0'));

type Reserve = { reserve: { basis_points: number; days: number } | null };

/** `--reserve 10%:30`: a part of each share, and days; or `none`. An object, because commander turns null into text. */
function reserve(text: string): Reserve {
  if (text === 'none') return { reserve: null };
  const [, whole, hundredths, days] = /^(\d+)(?:\.(\d{1,2}))?%:(\d+)$/.exec(text) ?? [];
  if (!whole || !days) throw new InvalidArgumentError('Give a percentage and days, such as 10%:30, or none.');
  return { reserve: { basis_points: basisPoints(whole, hundredths), days: Number(days) } };
}

export function splitPartners(program: Command): void {
  const group = program.command('split-partners').description('wallets of others that receive shares of payments');
  keyed(group.command('request <wallet>'))
    .description('ask the owner of a wallet to accept shares')
    .option('--reserve <part:days>', 'keep 10% of each share for 30 days: 10%:30; or none', reserve)
    .action(async (wallet: string, options, command: Command) => {
      const global = globals(command);
      const body = { wallet, ...options.reserve };
      printRecord(await once(options, (call) => connect(global).splitPartners.request(body, call)), global.json);
    });
  paged(group.command('list'))
    .description('list split partners with their debts')
    .addOption(new Option('--as <side>', 'the wallets that you asked, or yours').choices(['marketplace', 'owner']))
    .option('--status <status>', 'requested, accepted, refused or revoked')
    .option('--wallet <wallet>', 'of this wallet')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['as', 'status', 'wallet']);
      await printPaged(options, global.json, (query) => connect(global).splitPartners.list({ ...filter, ...query }));
    });
  keyed(group.command('accept <id>'))
    .description('accept shares of a marketplace into your wallet')
    .option('--reserve <part:days>', 'the reserve that the marketplace proposes, such as 10%:30', reserve)
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      const { splitPartners } = connect(global);
      printRecord(await once(options, (call) => splitPartners.accept(id, options.reserve, call)), global.json);
    });
  keyed(group.command('decline <id>'))
    .description('refuse shares of a marketplace, or stop accepting them')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      printRecord(await once(options, (call) => connect(global).splitPartners.decline(id, call)), global.json);
    });
  group
    .command('report <id>')
    .description('shares, returns, debts and reserve of a partner, by day')
    .requiredOption('--from <day>', 'the first day, for example 2026-01-01')
    .requiredOption('--to <day>', 'the last day')
    .option('--time-zone <name>', 'of the days, for example Africa/Dakar; default: UTC')
    .option('--csv', 'the days as CSV')
    .action(async (id: string, { from, to, timeZone, csv }, command: Command) => {
      const global = globals(command);
      const { splitPartners } = connect(global);
      const query = { from, to, ...(timeZone ? { time_zone: timeZone } : {}) };
      if (csv) process.stdout.write(await splitPartners.getReportAsCsv(id, query));
      else printRecord(await splitPartners.getReport(id, query), global.json);
    });
}
