import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countAddress } from './count-address.ts';

it('addresses that mostly reach one person are counted as one', () => {
  for (const same of ['awa@x.example', 'A.Wa@X.example', 'awa+1@x.example', 'a.w.a+shop+2@x.example'])
    assert.equal(countAddress(same), 'awa@x.example');
});

it('control: other people and other domains are counted separately', () => {
  const apart = ['awa@x.example', 'awa2@x.example', 'awa@y.example', '+1@x.example', '+2@x.example', '.@x.example'];
  assert.equal(new Set(apart.map(countAddress)).size, apart.length);
});
