import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dataKeyOf } from '../kernel/data-key.ts';
import { callbackUrl, readCallbackPath } from './callback-address.ts';

const key = dataKeyOf(Buffer.alloc(32, 1));
const rail = 'rail_01m7zq0wfme009qe4hkyvctfbx';
const record = 'pay_01m7zq0wfme009qe4hkyvctfby';

function partsOf(url: string) {
  const [, , rail = '', secret = '', about] = new URL(url).pathname.split('/');
  return { rail, secret, record: about };
}

it('an address that we gave names its record, or none', () => {
  assert.equal(readCallbackPath(key, partsOf(callbackUrl('https://pay.example', key, rail, record))), record);
  assert.equal(readCallbackPath(key, partsOf(callbackUrl('https://pay.example', key, rail, null))), null);
});

it('the third part is the hex of our id', () => {
  const { record: hex } = partsOf(callbackUrl('https://pay.example', key, rail, record));
  assert.equal(Buffer.from(hex!, 'hex').toString(), record);
});

it('a secret fits one rail, one record and one key', () => {
  const good = partsOf(callbackUrl('https://pay.example', key, rail, record));
  const other = Buffer.from(record.replace(/.$/, 'z')).toString('hex');
  const own = partsOf(callbackUrl('https://pay.example', key, rail, null));
  const refused = [
    { ...good, rail: 'rail_01m7zq0wfme009qe4hkyvctfbz' },
    { ...good, record: other },
    { ...good, record: undefined },
    { ...own, record: good.record },
    { ...good, secret: '' },
    { ...good, secret: good.secret.slice(1) },
    { ...good, secret: good.secret.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
    { ...good, secret: good.secret.toUpperCase() === good.secret ? 'x' : good.secret.toUpperCase() },
    { ...good, record: good.record!.toUpperCase() },
    { ...good, record: 'zz' },
    { ...good, record: '' },
  ];
  for (const one of refused) assert.equal(readCallbackPath(key, one), undefined, JSON.stringify(one));
  assert.equal(readCallbackPath(dataKeyOf(Buffer.alloc(32, 2)), good), undefined);
  assert.equal(readCallbackPath(key, good), record, 'the control');
});
