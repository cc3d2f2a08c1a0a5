import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { submissionStatuses } from '../../../contract/src/kyc.ts';
import { sayFault } from '../../../contract/src/reasons.ts';
import { kycStatuses } from '../../../contract/src/users.ts';
import { faultOfIdentity, faultOfVerdict, mayBecome, repeats } from './kyc.ts';

describe('a KYC status', () => {
  it('follows the transitions of the contract and no others', () => {
    const ways = kycStatuses.flatMap((from) =>
      kycStatuses.filter((to) => mayBecome(from, to)).map((to) => `${from} → ${to}`),
    );
    assert.deepEqual(ways, [
      'none → pending',
      'pending → verified',
      'pending → rejected',
      'verified → pending',
      'verified → rejected',
      'rejected → pending',
    ]);
  });
});

describe('a submission', () => {
  it('is approved or rejected while it and its customer are pending; an approved one is rejected by revoking it', () => {
    const allowed = submissionStatuses.flatMap((status) =>
      kycStatuses.flatMap((kyc) =>
        [true, false].flatMap((current) =>
          (['approved', 'rejected', 'revoked'] as const)
            .filter((act) => {
              const verdict = act === 'revoked' ? 'rejected' : act;
              return faultOfVerdict({ status, kyc, current }, verdict, act === 'revoked') === null;
            })
            .map((act) => `${status}, ${kyc}${current ? '' : ', old'}: ${act}`),
        ),
      ),
    );
    assert.deepEqual(allowed, [
      'pending, pending: approved',
      'pending, pending: rejected',
      'pending, pending: revoked',
      'pending, verified: rejected',
      'pending, verified: revoked',
      'approved, pending: revoked',
      'approved, verified: revoked',
    ]);
  });
});

describe('an impossible verdict', () => {
  it('is explained', () => {
    const open = { status: 'pending', current: true, kyc: 'pending' } as const;
    assert.equal(faultOfVerdict(open, 'approved'), null, 'the control');
    const approved = { ...open, status: 'approved', kyc: 'verified' } as const;
    assert.equal(faultOfVerdict(approved, 'rejected'), 'The submission is already approved', 'unless it is said');
    assert.equal(faultOfVerdict(approved, 'rejected', true), null);
    const again = { ...approved, kyc: 'pending' } as const;
    assert.equal(faultOfVerdict(again, 'approved', true), 'The submission is already approved');
    assert.equal(faultOfVerdict({ ...open, current: false }, 'approved'), 'The customer has sent a newer submission');
    assert.equal(faultOfVerdict({ ...open, kyc: 'verified' }, 'approved'), "The customer's KYC status is verified");
  });
});

describe('an identity', () => {
  const today = '2026-03-01';
  const good = { name: 'Ana', date_of_birth: '1990-04-23', document_number: 'AB 123' };
  const field = (change: object) => faultOfIdentity({ ...good, ...change }, today)?.field ?? null;

  it('has a name, a birth within 120 years and a number', () => {
    assert.equal(field({}), null);
    assert.equal(field({ name: '李' }), null);
    assert.equal(field({ name: ' - ' }), 'name');
    for (const date of [today, '1906-03-01']) assert.equal(field({ date_of_birth: date }), null, date);
    for (const date of ['2026-03-02', '1906-02-28', '0001-01-01', '9999-12-31']) {
      assert.equal(field({ date_of_birth: date }), 'date_of_birth', date);
    }
    assert.equal(field({ document_number: '- 1 2 -' }), 'document_number');
    assert.equal(field({ document_number: '- 1 2 3 -' }), null);
  });

  it('that is impossible is explained', () => {
    const fault = (change: object) => sayFault(faultOfIdentity({ ...good, ...change }, today)!.fault);
    assert.equal(fault({ name: '-' }), 'must contain letters');
    assert.equal(fault({ date_of_birth: '2026-03-02' }), 'is in the future');
    assert.equal(fault({ date_of_birth: '1906-02-28' }), 'is more than 120 years ago');
    assert.equal(fault({ document_number: '12' }), 'must have at least 3 letters or digits');
  });

  it('is recognised in a text in any spelling', () => {
    for (const text of ['Number ab123 is unknown', 'AB-12 3', 'born 1990/04/23', '19900423']) {
      assert.ok(repeats(text, good), text);
    }
    for (const text of ['The number cannot be read', 'AB 124', 'born in 1990']) assert.ok(!repeats(text, good), text);
  });
});
