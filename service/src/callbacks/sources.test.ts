import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isFromSource } from './sources.ts';

it('without networks any address is a source', () => {
  assert.equal(isFromSource('203.0.113.7', []), true);
});

it('an address must be in one of the networks, also as IPv4 within IPv6', () => {
  const networks = ['196.201.214.0/24', '2001:db8::/32'];
  for (const good of ['196.201.214.200', '::ffff:196.201.214.200', '2001:db8::7'])
    assert.equal(isFromSource(good, networks), true, good);
  for (const bad of ['196.201.215.1', '2001:db9::7', '::1', '', 'unknown'])
    assert.equal(isFromSource(bad, networks), false, bad);
});
