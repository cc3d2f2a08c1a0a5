import type { listSystemWallets } from '../../../contract/src/operator-reads.ts';
import { SystemWallet } from '../../../contract/src/operator-reads.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { serialiser } from '../http/serialise.ts';
import { type WalletRow, walletColumns } from './store.ts';
import { timeOfPosition } from './view.ts';

const serialise = serialiser<SystemWallet>(SystemWallet);

const render = ({ id, livemode, owner_id: role, currency, posted, created_at, position }: WalletRow) =>
  serialise({
    id,
    object: 'system_wallet',
    livemode,
    role,
    currency,
    balance: posted,
    created_at: created_at.toISOString(),
    updated_at: timeOfPosition(position).toISOString(),
  });

export async function listSystem(db: Database, query: QueryOf<typeof listSystemWallets>, url: string): Promise<string> {
  const page = await readPage<WalletRow>(
    db,
    {
      name: 'wallets_list_system',
      select: `SELECT ${walletColumns} FROM wallets w JOIN balances b ON b.wallet_id = w.id`,
      prefix: 'wal',
      id: 'w.id',
      createdAt: 'w.created_at',
      where: [
        // System wallets have their own index.
        [`(w.owner_type = 'system') = ?`, true],
        // These wallets balance deleted test data, one for each remaining wallet.
        [`(w.owner_id LIKE 'deleted:%') = ?`, false],
        ['w.currency = ?', query.currency],
        ['w.livemode = ?', query.mode && query.mode === 'live'],
      ],
    },
    query,
  );
  return renderList(url, page.rows.map(render), page.hasMore);
}
