import { CopyIcon } from '../ui/copy.tsx';
import { shortId } from '../ui/format.ts';
import { Go } from '../ui/go.tsx';
import { useName } from './names.ts';
import classes from './operator.module.css';

const homes: Record<string, string> = {
  mer: 'merchants',
  usr: 'accounts',
  dev: 'accounts',
  opr: 'accounts',
  wal: 'wallets',
  pay: 'payments',
  pout: 'payouts',
  kyc: 'kyc',
  apr: 'approvals',
  ent: 'postings',
  case: 'cases',
  stf: 'statements',
  cls: 'closes',
};

/** The operators' page of the record with this id, if there is one. */
export function pageOf(id: string): string | null {
  const home = homes[id.split('_')[0]!];
  return home ? `/operator/${home}/${id}` : null;
}

/**
 * A record by its name, linked to its page if operators have one. The id is in the tooltip and beside it to copy; a
 * record without a name shows the short id.
 */
export function Ref({ id, copy = false }: { id: string; copy?: boolean }) {
  const name = useName(id);
  const page = pageOf(id);
  const shown = name === shortId(id) ? <code title={id}>{name}</code> : <span title={id}>{name}</span>;
  return (
    <span className={classes.ref}>
      {page ? <Go to={page}>{shown}</Go> : shown}
      {(copy || !page) && <CopyIcon text={id} name={id} />}
    </span>
  );
}

/** The name of a record without a link. */
export const Name = ({ id }: { id: string }) => <span title={id}>{useName(id)}</span>;

/** Rails of the service itself, which have no settings and no page. */
const builtIn = ['sandbox', 'wallet'];

export const RailRef = ({ slug }: { slug: string }) =>
  builtIn.includes(slug) ? slug : <Go to={`/operator/rails/${slug}`}>{slug}</Go>;
