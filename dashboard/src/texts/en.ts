import account from './en/account.json';
import developers from './en/developers.json';
import home from './en/home.json';
import keys from './en/keys.json';
import list from './en/list.json';
import payments from './en/payments.json';
import payouts from './en/payouts.json';
import record from './en/record.json';
import refunds from './en/refunds.json';
import shell from './en/shell.json';
import signIn from './en/signIn.json';
import status from './en/status.json';
import ui from './en/ui.json';
import wallets from './en/wallets.json';

/**
 * The catalogue that defines the keys. Each feature has a file, so the compiler knows every key. The texts of some
 * pages are loaded separately (texts.ts).
 */
export default {
  account,
  developers,
  home,
  keys,
  list,
  payments,
  payouts,
  record,
  refunds,
  shell,
  signIn,
  status,
  ui,
  wallets,
};
