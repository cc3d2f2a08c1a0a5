import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLock, faultsIn, isAllowed } from './dependencies.mjs';

const lockOf = (entry, wanted = '1.2.3') => ({
  packages: { '': { dependencies: { left: wanted } }, 'node_modules/left': entry },
});
const good = { version: '1.2.3', integrity: 'sha512-x', license: 'MIT' };
const check = (entry, wanted = '1.2.3', locked = wanted) =>
  checkLock('package-lock.json', lockOf(entry, locked), { dependencies: { left: wanted } });

test('a dependency is one version, with its digest, from the registry, as locked', () => {
  assert.deepEqual(check(good), []);
  assert.match(check(good, '^1.2.3').join(), /is not one version/);
  assert.match(check(good, '1.2.4', '1.2.3').join(), /is not what package-lock.json has/);
  assert.match(check({ ...good, integrity: undefined }).join(), /has no digest/);
  assert.match(check({ ...good, integrity: 'sha1-x' }).join(), /has no digest/);
  assert.match(check({ ...good, resolved: 'git+ssh://git@somewhere/x.git' }).join(), /does not come from the registry/);
});

test('its licence is one that Apache-2.0 can live with', () => {
  for (const licence of ['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND ISC']) assert.ok(isAllowed(licence, false), licence);
  for (const licence of ['GPL-3.0-only', 'AGPL-3.0', 'MIT AND GPL-2.0', 'SSPL-1.0', 'UNLICENSED', '', undefined])
    assert.ok(!isAllowed(licence, true), licence);
  assert.match(check({ ...good, license: undefined }).join(), /licence undefined/);
  assert.deepEqual([isAllowed('MPL-2.0', true), isAllowed('MPL-2.0', false)], [true, false]);
});

test('a grave fault that the registry knows of is told, a small one and no answer are not', () => {
  const answer = (severity) => JSON.stringify({ vulnerabilities: { left: { name: 'left', severity, range: '<2' } } });
  assert.deepEqual(faultsIn(answer('critical')), ['left <2 has a known fault: critical']);
  assert.deepEqual([faultsIn(answer('low')), faultsIn('{"message":"405"}'), faultsIn('')], [[], [], []]);
});
