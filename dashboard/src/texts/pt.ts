import { gather } from './gather.ts';

/** The files of en.ts. */
export default gather(
  import.meta.glob<object>(
    './pt/{account,developers,home,keys,list,payments,payouts,record,refunds,shell,signIn,status,ui,wallets}.json',
    { eager: true, import: 'default' },
  ),
);
