import { type Movement, move, openBook, type PostingKind } from '../../src/core/ledger.ts';
import { transaction } from '../../src/db/transaction.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { lockWallets, writeBook } from '../../src/ledger/store.ts';
import { reconcile } from '../../src/reconciliation/reconcile.ts';
import { findReconciledRail, type ReconciledRail } from '../../src/reconciliation/store.ts';
import { openDefaultWallets } from '../../src/wallets/open-default.ts';
import type { TestService } from './harness.ts';

/** The rail that most tests use. */
export const slug = 'mpesa-ke';

export type Line = {
  readonly operation?: string;
  readonly record?: string;
  readonly reference?: string;
  readonly kind?: string;
  readonly amount: bigint;
  readonly fee?: bigint;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly phone?: string;
  readonly state?: 'booked' | 'pending' | 'refused';
};

/** The balances that the statement gives. */
export type Balances = { readonly opening?: bigint; readonly closing?: bigint };

export type Movements = {
  readonly rail: ReconciledRail;
  /**
   * Books a movement on the clearing wallet, as the settlement of a record does. Days must not go back.
   * @returns its id
   */
  book(movement: {
    kind?: PostingKind;
    amount: bigint;
    day: string;
    /** Noon in Nairobi by default. */
    at?: Date;
    source?: string;
    receipt?: string;
    phone?: string;
  }): Promise<string>;
  /** Money that a merchant gets from nowhere, on this day: nothing at a provider covers it. */
  owe(amount: bigint, day: string): Promise<void>;
  /** Writes an imported file with these lines. @returns its id */
  statement(lines: readonly Line[], days: readonly [string, string], balances?: Balances): Promise<string>;
  reconcile(): ReturnType<typeof reconcile>;
  items(): Promise<{ side: string; item: string; result: string; amount: bigint; record: string | null }[]>;
  clearing(): Promise<bigint>;
};

const sql = (name: string, text: string) => ({ name, text });

/** A rail with statements, whose money moves only as a test says. */
export async function openProviderBooks(
  service: TestService,
  settings: Partial<ReconciledRail> = {},
): Promise<Movements> {
  const { db } = service;
  const { rail: slug = 'mpesa-ke', time_zone = 'Africa/Nairobi' } = settings;
  // The entries of a wallet are in order, so each further rail has another wallet on the other side.
  const source = settings.rail ? `receivable:${slug}` : 'funding';
  const merchant = await service.merchant();
  const common = { livemode: false, currency: 'KES' } as const;
  const text = `
    INSERT INTO reconciled_rails (rail, livemode, currency, layout, time_zone, delay_days, posts_fees)
    VALUES ($1, false, 'KES', 'mpesa', $4, $2, $3)`;
  const values = [slug, settings.delay_days ?? 1, settings.posts_fees ?? true, time_zone];
  await db.query(sql('test_reconciled', text), values);
  const rail = (await findReconciledRail(db, slug))!;
  const walletOf = await transaction(db, (tx) =>
    openDefaultWallets(
      tx,
      'system',
      [`clearing:${slug}`, `suspense:${slug}`, `provider_fees:${slug}`, source].map((ownerId) => ({
        ownerId,
        ...common,
      })),
    ),
  );
  const wallet = (ownerId: string) => walletOf({ ownerId, ...common });
  const [clearing, other] = [wallet(`clearing:${slug}`), wallet(source)];
  await db.query(sql('test_positions', 'UPDATE balances SET position = 0 WHERE wallet_id = ANY ($1)'), [
    [clearing, other],
  ]);

  return {
    rail,
    book: async ({ kind = 'payment', amount, day, at: moment, source = newId('pay'), ...known }) => {
      const { receipt = null, phone = '+254712345678' } = known;
      const at = BigInt((moment ?? new Date(`${day}T09:00:00Z`)).getTime()) * 1_000n;
      const paid = `
        INSERT INTO payments (world, id, amount, currency, customer, status, fee, wallet_id, rail, rail_reference,
                              created_at, updated_at, expires_at, succeeded_at)
        VALUES ($1, $2, $3, 'KES', $4, 'succeeded', 0, $5, $7, $6, now(), now(), now(), now())
        ON CONFLICT DO NOTHING`;
      const size = amount < 0n ? -amount : amount;
      if (source.startsWith('pay_'))
        await db.query(sql('test_paid', paid), [merchant.world, source, size, phone, other, receipt, slug]);
      await transaction(db, async (tx) => {
        const book = openBook(await lockWallets(tx, [clearing, other]));
        const [from, to] = amount > 0n ? [clearing, other] : [other, clearing];
        const movement: Movement = { kind, source, from, to, amount: size, at, settling: true };
        const refusal = move(book, movement);
        if (refusal) throw new Error(refusal);
        writeBook(tx, book);
      });
      return source;
    },
    owe: async (amount, day) => {
      const wallet = await merchant.wallet('KES');
      await db.query(sql('test_positions', 'UPDATE balances SET position = 0 WHERE wallet_id = ANY ($1)'), [[wallet]]);
      await transaction(db, async (tx) => {
        const book = openBook(await lockWallets(tx, [other, wallet]));
        const at = BigInt(Date.parse(`${day}T12:00:00Z`)) * 1_000n;
        const refusal = move(book, { kind: 'funding', source: newId('req'), from: other, to: wallet, amount, at });
        if (refusal) throw new Error(refusal);
        writeBook(tx, book);
      });
    },
    statement: async (lines, [from, to], { opening = null, closing = null } = {}) => {
      const file = newId('stf');
      await db.query(
        sql(
          'test_file',
          `INSERT INTO statement_files (id, rail, livemode, source, name, layout, status, lines,
             created_by, finished_at)
          VALUES ($1, $2, false, 'upload', 'test.csv', 'mpesa', 'imported', $3,
                  'opr_01kf0q0a8mep4w2zrvxq6h3cby', now())`,
        ),
        [file, slug, lines.length],
      );
      const total = lines.reduce((sum, { amount, fee = 0n }) => sum + amount - fee, 0n);
      await db.query(
        sql(
          'test_stm',
          `INSERT INTO statements (id, file, rail, from_on, to_on, lines, total, opening, closing)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        ),
        [newId('stm'), file, slug, from, to, lines.length, total, opening, closing],
      );
      const seen = new Map<string, number>();
      for (const [i, line] of lines.entries()) {
        const kind = line.kind ?? (line.amount > 0n ? 'collection' : 'payout');
        const way = kind === 'fee' ? 'fee' : line.amount > 0n ? 'in' : 'out';
        const key = line.operation ? `${line.operation}:${way}` : `#${line.day}:${line.amount}:${line.reference}`;
        seen.set(key, (seen.get(key) ?? 0) + 1);
        await db.query(
          sql(
            'test_line',
            `INSERT INTO statement_lines (id, rail, key, occurrence, file, line, operation, record,
             reference, kind, amount,
              fee, booked_on, accounted_on, phone, state)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, greatest($13::date,
              (SELECT closed_to + 1 FROM reconciled_rails WHERE rail = $2)), $14, $15) ON CONFLICT DO NOTHING`,
          ),
          [
            newId('stl'),
            slug,
            key,
            seen.get(key),
            file,
            i + 1,
            line.operation ?? null,
            line.record ?? null,
            line.reference ?? null,
            kind,
            line.amount,
            line.fee ?? 0n,
            line.day,
            line.phone ?? null,
            line.state ?? 'booked',
          ],
        );
      }
      return file;
    },
    reconcile: () =>
      reconcile(db, rail, (error) => {
        throw error;
      }),
    items: () =>
      db.query(
        sql(
          'test_items',
          `SELECT o.side, o.item, o.result, o.amount, coalesce(e.source, l.record, l.operation) AS record
          FROM open_items o LEFT JOIN statement_lines l ON o.side = 'there' AND l.id = o.item
          LEFT JOIN rail_entries e ON o.side = 'here' AND e.rail = o.rail AND e.position::text = o.item
          WHERE o.rail = $1 ORDER BY o.day, o.side, o.item`,
        ),
        [slug],
      ),
    clearing: async () =>
      (
        await db.query<{ posted: bigint }>(
          sql('test_clearing', 'SELECT -posted AS posted FROM balances WHERE wallet_id = $1'),
          [clearing],
        )
      )[0]!.posted,
  };
}
