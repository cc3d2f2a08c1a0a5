import type { PageLanguage } from '../../../contract/src/checkout.ts';
import type { QrContent } from '../../../contract/src/qr-codes.ts';
import { findLink, type LinkRow } from '../checkout-state/link-store.ts';
import { type CheckoutRow, findSession } from '../checkout-state/store.ts';
import { decimalText } from '../core/decimal-text.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Download } from '../http/files.ts';
import type { Asked } from '../http/handler.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { joinLogo } from '../merchants/settings-store.ts';
import { readableAmount } from '../messages/texts.ts';
import type { Rails } from '../rails/rail.ts';
import { drawPng, drawSvg } from './draw-code.ts';
import { emvPayload } from './emvco.ts';
import { findScheme } from './find-scheme.ts';
import { printableLogo, type StoredLogo } from './printable-logo.ts';
import { type Sheet, writeSheet } from './write-sheet.ts';

export type DrawDeps = {
  /** The address of the hosted pages. */
  readonly pages: string;
  readonly exponentOf: (currency: string) => number;
  /** ISO 4217, three digits. */
  readonly numberOf: (currency: string) => string;
  readonly rails: Rails;
};
type Query = { readonly id: string; readonly language?: PageLanguage; readonly content?: QrContent };
/** The content of the code. */
type Code = { readonly text: string; readonly scheme: string | null };

type MerchantRow = { id: string; name: string } & (StoredLogo | { type: null });

const selectMerchant: Statement = {
  name: 'qr_select_merchant',
  text: `
    SELECT m.id, m.name, logo.type, logo.width, logo.height, logo.bytes
    FROM worlds w JOIN integrations i ON i.id = w.integration_id JOIN merchants m ON m.id = i.merchant_id ${joinLogo}
    WHERE w.id = $1`,
};

export async function drawLink(db: Database, caller: Caller, query: Query, asked: Asked, deps: DrawDeps) {
  const row = await db.find<LinkRow>(findLink, { world: caller.world, id: query.id });
  if (!row) throw new Refusal('not_found');
  const [merchant] = await db.query<MerchantRow>(selectMerchant, [row.world]);
  const url = `${deps.pages}/${row.code}`;
  const code = query.content === 'emvco' ? codeOfScheme(row, merchant!, query, deps) : { text: url, scheme: null };
  return draw(row, merchant!, { ...query, url, code }, asked, deps);
}

export async function drawSession(db: Database, caller: Caller, query: Query, asked: Asked, deps: DrawDeps) {
  const row = await db.find<CheckoutRow>(findSession, { world: caller.world, id: query.id });
  if (!row) throw new Refusal('not_found');
  const [merchant] = await db.query<MerchantRow>(selectMerchant, [row.world]);
  return draw(row, merchant!, { ...query, url: row.url, code: { text: row.url, scheme: null } }, asked, deps);
}

/** A link's code is the reference: the operator finds the link of money that arrives at the scheme account. */
function codeOfScheme(row: LinkRow, merchant: MerchantRow, { language }: Query, deps: DrawDeps): Code {
  const { account, country } = findScheme(deps.rails, row, merchant.id);
  const text = emvPayload({
    ...{ account, country, merchant: merchant.name, reference: row.code },
    currency: deps.numberOf(row.currency),
    amount: row.amount === null ? null : decimalText(row.amount, deps.exponentOf(row.currency)),
    language: language ?? row.locale ?? 'en',
  });
  return { text, scheme: account.scheme };
}

async function draw(
  row: LinkRow | CheckoutRow,
  merchant: MerchantRow,
  { id, url, code, language }: Query & { readonly url: string; readonly code: Code },
  { type }: Asked,
  { exponentOf }: DrawDeps,
): Promise<Download> {
  if (type === 'image/png') return { name: `${id}.png`, type, bytes: await drawPng(code.text) };
  if (type !== 'application/pdf') return { name: `${id}.svg`, type: 'image/svg+xml', bytes: await drawSvg(code.text) };
  const spoken = language ?? row.locale ?? 'en';
  const sheet: Sheet = {
    merchant: merchant.name,
    logo: printableLogo(merchant.type === null ? null : merchant),
    lines: [row.title, row.description].filter((line) => line !== null),
    amount:
      row.amount === null
        ? null
        : readableAmount(row.amount, { code: row.currency, exponent: exponentOf(row.currency) }, spoken),
    url,
    code: code.text,
    scheme: code.scheme,
    language: spoken,
    livemode: row.livemode,
    at: row.updated_at,
  };
  return { name: `${id}.pdf`, type, bytes: await writeSheet(sheet) };
}
