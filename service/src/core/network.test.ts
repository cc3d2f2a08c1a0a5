import assert from 'node:assert/strict';
import { it } from 'node:test';
import { networkOf } from './network.ts';

it('addresses of one /24 or one /64 are one network, in any spelling', () => {
  assert.equal(networkOf('192.0.2.7'), networkOf('192.0.2.250'));
  assert.equal(networkOf('::ffff:192.0.2.7'), networkOf('192.0.2.7'));
  assert.notEqual(networkOf('192.0.2.7'), networkOf('192.0.3.7'));
  assert.equal(networkOf('2001:db8:1:2::1'), networkOf('2001:0db8:1:2:ffff::9'));
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'));
  assert.equal(networkOf('no address'), 'no address');
});
