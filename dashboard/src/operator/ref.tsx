import { Id } from '../ui/copy.tsx';
import { shortId } from '../ui/format.ts';
import { Go } from '../ui/go.tsx';

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

/** A link to the record with this id, if operators have a page for it. */
export function Ref({ id }: { id: string }) {
  const home = homes[id.split('_')[0]!];
  if (!home) return <Id id={id} />;
  return (
    <Go to={`/operator/${home}/${id}`}>
      <code title={id}>{shortId(id)}</code>
    </Go>
  );
}

/** Rails of the service itself, which have no settings and no page. */
const builtIn = ['sandbox', 'wallet'];

export const RailRef = ({ slug }: { slug: string }) =>
  builtIn.includes(slug) ? slug : <Go to={`/operator/rails/${slug}`}>{slug}</Go>;
