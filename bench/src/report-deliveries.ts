import { table, whole } from './table.ts';

/** Receipts per second, and microseconds of CPU per receipt. */
export type Round = {
  readonly perSecond: number;
  readonly cpu: Readonly<Record<'sender' | 'database' | 'receiver', number>>;
};

export type Line = {
  readonly endpoints: number;
  readonly service: Round[];
  readonly ceilings: readonly { readonly clients: number; readonly rounds: Round[] }[];
};

/**
 * One round: events without a subscriber, and the same with one endpoint, until the last was received. CPU in
 * microseconds.
 */
type Made = { readonly perSecond: number; readonly service: number; readonly database: number };
export type Fresh = { readonly unsubscribed: Made; readonly delivered: Made };

/** The service's targets: a share of the ceiling, and milliseconds when idle. */
const EXPECTED = 0.5;
const EXPECTED_IDLE = 15;

export function renderReport(lines: readonly Line[], fresh: readonly Fresh[], idle: Waits): string {
  const met = (is: boolean) => (is ? 'met' : 'NOT MET');
  const deliveries = table(
    ['endpoints', 'deliveries a second', 'CPU µs', 'ceiling', 'CPU µs', 'ratio', 'by round', 'expected', ''],
    lines.map(({ endpoints, service, ceilings }) => {
      const best = ceilings.reduce((a, b) => (mean(b.rounds) > mean(a.rounds) ? b : a));
      const ratio = mean(service) / mean(best.rounds);
      return [
        String(endpoints),
        whole(mean(service)),
        cpuOf(service),
        `${whole(mean(best.rounds))} (${best.clients} at once)`,
        cpuOf(best.rounds),
        ratio.toFixed(2),
        service.map((round, i) => (round.perSecond / best.rounds[i]!.perSecond).toFixed(2)).join(' '),
        `≥ ${EXPECTED}`,
        met(ratio >= EXPECTED),
      ];
    }),
  );
  const { p50, p95, p99 } = idle;
  const waited = table(
    ['idle', 'p50 ms', 'p95 ms', 'p99 ms', 'expected', ''],
    [
      [
        'request to receipt',
        ...[p50, p95, p99].map((ms) => ms.toFixed(1)),
        `p50 ≤ ${EXPECTED_IDLE}`,
        met(p50 <= EXPECTED_IDLE),
      ],
    ],
  );
  return `${deliveries}\n\n${freshTable(fresh)}\n\n${waited}`;
}

function freshTable(rounds: readonly Fresh[]): string {
  return table(
    ['events by request', 'a second', 'CPU µs', 'delivered a second', 'CPU µs', 'ratio', 'per delivery'],
    rounds.map(({ unsubscribed: without, delivered }, i) => [
      `round ${i + 1}`,
      whole(without.perSecond),
      `${Math.round(without.service)} + ${Math.round(without.database)}`,
      whole(delivered.perSecond),
      `${Math.round(delivered.service)} + ${Math.round(delivered.database)}`,
      (delivered.perSecond / without.perSecond).toFixed(2),
      `${Math.round(delivered.service - without.service)} + ${Math.round(delivered.database - without.database)}`,
    ]),
  );
}

/** The combined rate of rounds with equally many receipts. */
const mean = (rounds: readonly Round[]) =>
  rounds.length / rounds.reduce((sum, { perSecond }) => sum + 1 / perSecond, 0);

function cpuOf(rounds: readonly Round[]): string {
  const each = (what: keyof Round['cpu']) =>
    Math.round(rounds.reduce((sum, { cpu }) => sum + cpu[what], 0) / rounds.length);
  return `${each('sender')} + ${each('database')} + ${each('receiver')}`;
}

export type Waits = Readonly<Record<'p50' | 'p95' | 'p99', number>>;

export function waits(taken: readonly number[]): Waits {
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)]!;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
