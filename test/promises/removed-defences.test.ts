import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type RemovedDefence, removals, sourceWithout } from './removed-defences.ts';

for (const name of Object.keys(removals) as RemovedDefence[])
  it(`a control of the long suite still removes a defence: ${name}`, () => {
    assert.ok(sourceWithout(name).source.includes(removals[name].without));
  });
