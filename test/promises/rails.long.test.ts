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
const sound: RailVerdict = { doubled: [], different: [], clearing: [], lost: [], open: [], ledger: [] };
const all = Object.keys(providers) as ProviderName[];
const only = (process.env.RAIL_PROVIDERS?.split(',') as ProviderName[] | undefined) ?? all;

describe(`money over four providers (SEED=${seed})`, () => {
  it('moves at most once, and both books agree, while calls fail and nodes and the database are killed', async (t) => {
    const fire: RailFire = { seed, providers: only, payments: EACH, items: EACH, share: 0.1, kills: KILLS, patience };
    const { verdict, summary } = await runRailFire(fire);
    t.diagnostic(summary);
    assert.deepEqual(verdict, sound);
  });
});
