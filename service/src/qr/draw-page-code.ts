import type { PageLanguage } from '../../../contract/src/checkout.ts';
import { findLink, type LinkRow } from '../checkout-state/link-store.ts';
import { type CheckoutRow, findSession } from '../checkout-state/store.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Download } from '../http/files.ts';
import type { Asked } from '../http/handler.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { joinLogo } from '../merchants/settings-store.ts';
import { readableAmount } from '../messages/texts.ts';
import { drawPng, drawSvg } from './draw-code.ts';
import { printableLogo, type StoredLogo } from './printable-logo.ts';
import { type Sheet, writeSheet } from './write-sheet.ts';

export type DrawDeps = {
  /** The address of the hosted pages. */
  readonly pages: string;
  readonly exponentOf: (currency: string) => number;
};
type Query = { readonly id: string; readonly language?: PageLanguage };

type MerchantRow = { name: string } & (StoredLogo | { type: null });

const selectMerchant: Statement = {
  name: 'qr_select_merchant',
  text: `
    SELECT m.name, logo.type, logo.width, logo.height, logo.bytes
    FROM worlds w JOIN integrations i ON i.id = w.integration_id JOIN merchants m ON m.id = i.merchant_id ${joinLogo}
    WHERE w.id = $1`,
};

export async function drawLink(db: Database, caller: Caller, query: Query, asked: Asked, deps: DrawDeps) {
  const row = await db.find<LinkRow>(findLink, { world: caller.world, id: query.id });
  if (!row) throw new Refusal('not_found');
  return draw(db, row, { ...query, url: `${deps.pages}/${row.code}` }, asked, deps);
}

export async function drawSession(db: Database, caller: Caller, query: Query, asked: Asked, deps: DrawDeps) {
  const row = await db.find<CheckoutRow>(findSession, { world: caller.world, id: query.id });
  if (!row) throw new Refusal('not_found');
  return draw(db, row, { ...query, url: row.url }, asked, deps);
}

async function draw(
  db: Database,
  row: LinkRow | CheckoutRow,
  { id, url, language }: Query & { readonly url: string },
  { type }: Asked,
  { exponentOf }: DrawDeps,
): Promise<Download> {
  if (type === 'image/png') return { name: `${id}.png`, type, bytes: await drawPng(url) };
  if (type !== 'application/pdf') return { name: `${id}.svg`, type: 'image/svg+xml', bytes: await drawSvg(url) };
  const spoken = language ?? row.locale ?? 'en';
  const [merchant] = await db.query<MerchantRow>(selectMerchant, [row.world]);
  const sheet: Sheet = {
    merchant: merchant!.name,
    logo: printableLogo(merchant!.type === null ? null : merchant!),
    lines: [row.title, row.description].filter((line) => line !== null),
    amount:
      row.amount === null
        ? null
        : readableAmount(row.amount, { code: row.currency, exponent: exponentOf(row.currency) }, spoken),
    url,
    language: spoken,
    livemode: row.livemode,
    at: row.updated_at,
  };
  return { name: `${id}.pdf`, type, bytes: await writeSheet(sheet) };
}
