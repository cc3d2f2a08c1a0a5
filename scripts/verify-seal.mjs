// Verifies an export of the sealed ledger (`npm run admin -- ledger seal export`) without the service:
//   node scripts/verify-seal.mjs export.jsonl [--head <hash or number:hash>] [--heads seal-heads.jsonl]
// --head is a head that was kept elsewhere; --heads is the file of a witness. Without one of them a chain that was
// rewritten from some batch on is consistent in itself. It prints each fault and exits with 1.
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const MOST_FAULTS = 50;
const HASH = /^[0-9a-f]{64}$/;
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const bool = (value) => (value ? 't' : 'f');

/** SHA-256 over the columns of a posting, joined by tabs. An old posting has no transaction. */
const hashOf = (p) =>
  sha256(
    [p.xid ?? '', p.position, p.debit_wallet, p.credit_wallet, p.amount, p.currency, bool(p.livemode)]
      .concat([p.debit_balance, p.credit_balance, p.kind, p.source])
      .join('\t'),
  );

const hashOfSeal = (s) =>
  sha256(
    Buffer.from(s.previous, 'hex'),
    [s.number, s.to_xid, s.to_wallet, s.to_position, s.count, s.total, s.sealed_at, s.digest].join('\t'),
  ).toString('hex');

/** Postings are sealed in the order of their transactions, then of their debited wallets, then of their positions. */
function compare(a, b) {
  const [x, y] = [BigInt(a.xid ?? 0), BigInt(b.xid ?? 0)];
  if (x !== y) return x < y ? -1 : 1;
  const byWallet = Buffer.compare(Buffer.from(a.debit_wallet), Buffer.from(b.debit_wallet));
  if (byWallet !== 0) return byWallet;
  return Number(BigInt(a.position) > BigInt(b.position)) - Number(BigInt(a.position) < BigInt(b.position));
}
const placeOf = (s) => ({ xid: s.to_xid, debit_wallet: s.to_wallet, position: s.to_position });

function readEntry(record) {
  const deleted = record.object === 'deleted_posting';
  const hash = deleted ? Buffer.from(record.hash, 'hex') : hashOf(record);
  // Only test postings are deleted, so a deleted one counts as one of test.
  return { record, hash, bytes: Buffer.concat([Buffer.from([!deleted && record.livemode ? 1 : 0]), hash]) };
}

const name = ({ record: p }) => `${p.source ?? 'deleted'} (debit_wallet ${p.debit_wallet}, position ${p.position})`;

/** Names the postings that differ, by the first four bytes of each hash that the batch keeps. */
function locate(entries, seal) {
  const expected = seal.marks.match(/.{8}/g) ?? [];
  const found = entries.map(({ hash }) => hash.toString('hex', 0, 4));
  const kept = new Set(expected);
  const here = new Set(found);
  const added = entries.filter((_, i) => !kept.has(found[i])).map((entry) => `${name(entry)} was changed or inserted`);
  const gone = expected.filter((mark) => !here.has(mark)).length;
  if (gone > added.length) added.push(`${gone - added.length} postings were removed`);
  return added.length > 0 ? added : ['its postings or its digest were changed'];
}

/** @returns the faults of one batch */
function faultsOf(seal, entries, last, heads) {
  const faults = [];
  if (last) {
    if (BigInt(seal.number) !== BigInt(last.number) + 1n) faults.push(`the batch before it is ${last.number}`);
    if (seal.previous !== last.hash) faults.push('it does not continue the batch before it');
    if (BigInt(seal.total) !== BigInt(last.total) + BigInt(seal.count)) faults.push('its total is wrong');
  } else if (seal.number === '1' && seal.previous !== '0'.repeat(64)) faults.push('the first batch follows another');
  if (seal.hash !== hashOfSeal(seal)) faults.push('its own row was changed');
  const known = heads.get(seal.number);
  if (known && known !== seal.hash) faults.push('it differs from the head that was kept elsewhere: it was rewritten');
  const places = [...(last ? [placeOf(last)] : []), ...entries.map(({ record }) => record)];
  for (let i = 1; i < places.length; i++)
    if (compare(places[i - 1], places[i]) >= 0) faults.push(`${name(entries.at(i - places.length))} is not in order`);
  if (entries.length > 0 && compare(places.at(-1), placeOf(seal)) !== 0) faults.push('its last posting is another');
  const digest = sha256(...entries.map(({ bytes }) => bytes)).toString('hex');
  const marks = entries.map(({ hash }) => hash.toString('hex', 0, 4)).join('');
  if (digest !== seal.digest || entries.length !== seal.count) faults.push(...locate(entries, seal));
  else if (marks !== seal.marks) faults.push('its marks were changed');
  return faults;
}

async function verify(file, heads, head) {
  const faults = [];
  const left = new Map(heads);
  let [last, entries, count, line, hasHead] = [null, [], 0, 0, head === undefined];
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    let record;
    try {
      record = JSON.parse(text);
      if (record.object !== 'seal') {
        entries.push(readEntry(record));
        continue;
      }
      faults.push(...faultsOf(record, entries, last, heads).map((fault) => `batch ${record.number}: ${fault}`));
    } catch (error) {
      faults.push(`line ${line} is not a line of an export: ${error.message}`);
      continue;
    }
    hasHead ||= record.hash === head;
    left.delete(record.number);
    count += entries.length;
    last = record;
    entries = [];
    if (faults.length >= MOST_FAULTS) break;
  }
  if (entries.length > 0) faults.push('the export ends within a batch');
  if (!hasHead) faults.push('no batch has the hash of --head: the chain was rewritten, or the export lacks it');
  for (const number of left.keys())
    if (BigInt(number) > BigInt(last?.number ?? 0)) faults.push(`the chain ends before batch ${number}, which existed`);
  return { faults, last, count };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { head: { type: 'string' }, heads: { type: 'string' } },
});
const heads = new Map();
const [, number, hash = values.head] = /^(\d+):(.*)$/.exec(values.head ?? '') ?? [];
if (positionals.length !== 1 || (hash !== undefined && !HASH.test(hash))) {
  console.error('usage: node scripts/verify-seal.mjs <export.jsonl> [--head <hash>] [--heads <seal-heads.jsonl>]');
  process.exit(2);
}
if (number) heads.set(number, hash);
for (const text of values.heads ? readFileSync(values.heads, 'utf8').split('\n').filter(Boolean) : []) {
  const kept = JSON.parse(text);
  heads.set(String(kept.number), kept.hash);
}
const { faults, last, count } = await verify(positionals[0], heads, number ? undefined : hash);
for (const fault of faults.slice(0, MOST_FAULTS)) console.log(`BROKEN: ${fault}`);
if (faults.length === 0)
  console.log(`Verified ${count} postings. Head: ${last ? `${last.number}:${last.hash}` : 'none'}`);
process.exitCode = faults.length > 0 ? 1 : 0;
