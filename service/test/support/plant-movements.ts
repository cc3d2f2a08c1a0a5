import { newId } from '../../src/kernel/new-id.ts';

type About = {
  readonly world: number;
  readonly wallet: string;
  readonly phone: string;
  /** A text that names the person. */
  readonly mention: string;
  readonly said: string;
  readonly metadata: string;
};

/**
 * A transfer out of a person's wallet, a hold whose money is for it, and another merchant's movement and hold that
 * credited it: tables and values.
 */
export const movementsOf = ({
  world,
  wallet,
  phone,
  mention,
  said,
  metadata,
}: About): [table: string, values: Record<string, unknown>][] => [
  [
    'transfers',
    {
      ...{ world, id: newId('trf'), from_wallet: wallet, to_wallet: newId('wal'), amount: 1, currency: 'XOF' },
      ...{ reference: mention, description: said, metadata },
    },
  ],
  [
    'wallet_holds',
    {
      ...{ world, id: newId('hld'), status: 'released', wallet_id: newId('wal'), to_wallet: wallet, amount: 1 },
      ...{ released: 1, currency: 'XOF', expires_at: new Date(), ended_at: new Date() },
      ...{ request: JSON.stringify({ key: phone }), reference: mention, description: said, metadata },
    },
  ],
  [
    'wallet_holds',
    {
      ...{ world, id: newId('hld'), status: 'captured', wallet_id: newId('wal'), amount: 1, captured: 1 },
      ...{ captures: JSON.stringify([{ to: wallet, amount: 1, at: new Date() }]), currency: 'XOF' },
      ...{ expires_at: new Date(), ended_at: new Date(), description: said, metadata },
    },
  ],
  [
    'movements',
    {
      ...{ world, id: newId('mov'), owner_id: newId('mer'), description: said, metadata },
      legs: JSON.stringify([
        { side: 'debit', wallet: newId('wal'), amount: 1, currency: 'XOF' },
        { side: 'credit', wallet, amount: 1, currency: 'XOF' },
      ]),
    },
  ],
];

/** An escrow of other people's money that the person could decide. */
export function escrowOf({
  world,
  wallet,
  account,
}: {
  readonly world: number;
  readonly wallet: string;
  readonly account: string;
}): [table: string, values: Record<string, unknown>][] {
  const id = newId('hld');
  const undecided = { decision: null, at: null, times: 0 };
  const escrow = [
    { wallet, owner: account, ...undecided },
    { wallet: newId('wal'), owner: newId('mer'), ...undecided },
  ];
  return [
    [
      'wallet_holds',
      {
        ...{ world, id, status: 'expired', wallet_id: newId('wal'), to_wallet: newId('wal'), amount: 1, released: 1 },
        ...{ currency: 'XOF', expires_at: new Date(), ended_at: new Date(), escrow: JSON.stringify(escrow) },
      },
    ],
    ['hold_deciders', { owner_id: account, livemode: false, hold_id: id, world }],
  ];
}
