import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { accountCodeOf } from '../core/account-code.ts';
import type { Incoming } from '../rails/rail.ts';
import { isSamePhone, matchIncoming, type OpenPayment } from './match.ts';

const at = new Date('2026-11-25T12:00:00Z');
const paymentOf = (id: string, more: Partial<OpenPayment> = {}): OpenPayment => ({
  id,
  customer: '+254708374149',
  amount: 1_000n,
  currency: 'KES',
  created_at: new Date(at.getTime() - 60_000),
  ...more,
});
const moneyOf = (more: Partial<Incoming> = {}): Incoming => ({
  receipt: 'NLJ7RT61SV',
  amount: 1_000n,
  currency: 'KES',
  at,
  payer: null,
  accountText: null,
  ...more,
});
const hash = (digits: string) => createHash('sha256').update(digits).digest('hex');
const [a, b] = [paymentOf('pay_a'), paymentOf('pay_b', { customer: '+254711000126' })];

describe('money with the code of a payment', () => {
  it('belongs to that payment, in any spelling of the code and from any payer', () => {
    const code = accountCodeOf('pay_b').toLowerCase();
    const typed = `${code.slice(0, 6)} ${code.slice(6)}`;
    assert.equal(matchIncoming(moneyOf({ accountText: typed, payer: '254700000000' }), [a, b]), b);
    assert.equal(matchIncoming(moneyOf({ accountText: `Awa ${code} rent` }), [a, b]), b);
  });

  it('belongs to no other payment, even if the phone and the amount fit', () => {
    const accountText = accountCodeOf('pay_c');
    assert.equal(matchIncoming(moneyOf({ accountText, payer: '254708374149' }), [a, b]), null);
  });

  it('belongs to no payment of another amount, currency or later time', () => {
    const accountText = accountCodeOf('pay_a');
    const later = paymentOf('pay_a', { created_at: new Date(at.getTime() + 120_000) });
    assert.equal(matchIncoming(moneyOf({ accountText, amount: 999n }), [a]), null);
    assert.equal(matchIncoming(moneyOf({ accountText, currency: 'UGX' }), [a]), null);
    assert.equal(matchIncoming(moneyOf({ accountText }), [later]), null);
    assert.equal(matchIncoming(moneyOf({ accountText }), [a]), a, 'control');
  });
});

describe('money without a code', () => {
  it('belongs to the only open payment of its payer with that amount', () => {
    for (const payer of ['254708374149', '+254 708 374149', hash('254708374149')])
      assert.equal(matchIncoming(moneyOf({ payer, accountText: 'rent' }), [a, b]), a, payer);
  });

  it('belongs to none of two payments that fit', () => {
    const twin = paymentOf('pay_twin');
    assert.equal(matchIncoming(moneyOf({ payer: '254708374149' }), [a, twin]), null);
  });

  it('from a masked payer belongs to a payment only if no other has its amount', () => {
    for (const payer of ['2547 ***** 126', '2547xxxxx126', '2547XXXXX126']) {
      assert.equal(matchIncoming(moneyOf({ payer }), [a, b]), null, payer);
      assert.equal(matchIncoming(moneyOf({ payer }), [b]), b, payer);
      assert.equal(matchIncoming(moneyOf({ payer }), [a]), null, payer);
    }
  });

  it('from nobody known belongs to no payment', () => {
    assert.equal(matchIncoming(moneyOf(), [a]), null);
    assert.equal(matchIncoming(moneyOf({ payer: 'a name' }), [a]), null);
  });
});

it('a payer is compared as digits, masked digits or a digest', () => {
  const phone = '+254708374149';
  for (const payer of ['254708374149', '2547*****149', '2547 ***** 149', '2547xxxxx149', hash('254708374149')])
    assert.ok(isSamePhone(payer, phone), payer);
  for (const payer of ['', '*', '254708374148', '2547*****148', '2548*****149', hash('0708374149'), 'Wanjiku'])
    assert.ok(!isSamePhone(payer, phone), payer);
});
