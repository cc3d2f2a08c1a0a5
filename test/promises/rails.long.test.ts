import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seedFromEnvironment } from '../../service/test/support/kill.ts';
import { type ProviderName, providers } from './rail-counterparts.ts';
import { type RailFire, type RailVerdict, runRailFire } from './rail-fire.ts';

const seed = seedFromEnvironment();
/** 20 000 payments and 20 000 payout items in all, unless RAIL_RECORDS says less. */
const EACH = Number(process.env.RAIL_RECORDS ?? 20_000) / Object.keys(providers).length;
const KILLS = Number(process.env.KILLS ?? 12);
const patience = Number(process.env.RAIL_PATIENCE ?? 900);
const sound: RailVerdict = { doubled: [], different: [], clearing: [], lost: [], open: [], ledger: [], silent: [] };
const all = Object.keys(providers) as ProviderName[];
const only = (process.env.RAIL_PROVIDERS?.split(',') as ProviderName[] | undefined) ?? all;

describe(`money over four providers (SEED=${seed})`, () => {
  it('moves at most once, and both books agree, while calls fail and nodes and the database are killed', async (t) => {
    const records = { providers: only, payments: EACH, items: EACH };
    const fire: RailFire = { seed, ...records, share: 0.1, kills: KILLS, seconds: 8, patience };
    const { verdict, summary } = await runRailFire(fire);
    t.diagnostic(summary);
    assert.deepEqual(verdict, sound);
  });
});

/** Small fires, each of the kind that needs one defence. */
const small = { seed, payments: 24, items: 0, kills: 0, seconds: 6, patience: 20 };
const lostAnswers = { share: 0.5, troubles: [{ kind: 'taken_then_cut', operation: 'collect' }] };
const newReference: RailFire = {
  ...{ ...small, ...lostAnswers, providers: ['mtn-momo'], callbackModes: [] },
  // The provider has time to say that nothing arrived, before the time to approve is over.
  leapMs: 100_000,
};
const resentPrompt: RailFire = {
  ...{ ...small, ...lostAnswers, providers: ['daraja'], callbackModes: ['never'] },
  settings: { repeat_guard: false },
};
const trustedCallback: RailFire = {
  ...{ ...small, providers: ['daraja'], share: 1, troubles: [], callbackModes: ['opposite'] },
};

describe(`the verdict catches a connector without a defence (SEED=${seed})`, () => {
  it('that gives each request a new reference', async () => {
    const { verdict } = await runRailFire({ ...newReference, sabotage: 'new reference on a retry' });
    assert.match(verdict.doubled.join('\n'), /^mtn-momo-fire moved pay_\w+ twice$/m);
  });

  it('that sends a prompt again whose request had no answer', async () => {
    const { verdict } = await runRailFire({ ...resentPrompt, sabotage: 'resent prompt' });
    assert.match(verdict.doubled.join('\n'), /^daraja-fire moved pay_\w+ twice$/m);
  });

  it('that trusts a callback', async () => {
    const { verdict } = await runRailFire({ ...trustedCallback, sabotage: 'trusted callback' });
    assert.match(verdict.different.join('\n'), /^pay_\w+ (failed|succeeded) here, and the provider moved/m);
  });

  const withDefence = Object.entries({ newReference, resentPrompt, trustedCallback });
  for (const [name, fire] of withDefence) {
    it(`and finds the same fire sound where the defence is there (${name})`, async () => {
      assert.deepEqual((await runRailFire(fire)).verdict, sound);
    });
  }
});
