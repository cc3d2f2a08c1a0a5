import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openMatcher } from './match.ts';
import { emptySubject } from './subject.ts';

const ann = openMatcher({ ...emptySubject(), emails: ['ann@x.example'], phones: ['+221770001234'] }, '+99900000000001');

it('an address is found whole, also in URLs', () => {
  for (const text of ['ann@x.example', 'to <Ann@X.example>.', '?email=ann%40x.example&a=1', '%3Dann@x.example'])
    assert.ok(ann.isAbout(text), text);
  for (const text of ['joann@x.example', 'jo.ann@x.example', 'ann@x.example.org', 'ann@x.examples'])
    assert.ok(!ann.isAbout(text), text);
});

it('an object about somebody else that mentions the person is exported by its mention alone', () => {
  const gift = { id: 'pay_1', customer: '+50937001234', amount: 5, description: 'gift for +221770001234' };
  assert.deepEqual(ann.extract({ data: { object: gift } }), { id: 'pay_1', description: gift.description });
  const own = { ...gift, customer: '+221770001234' };
  assert.deepEqual(ann.extract(own), own);
});
