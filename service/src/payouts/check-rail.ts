import { atItsLine } from '../http/bulk.ts';
import { refuseAll } from '../http/validate.ts';
import type { Command } from '../kernel/command.ts';
import { type Detail, invalidField, type Refusal } from '../kernel/refusal.ts';
import { refuseRoute } from '../rails/refuse-route.ts';
import { candidatesOf, type RouteQuestion, routeTo } from '../rails/route.ts';
import { type ItemRouting, questionOf } from './route-items.ts';
import type { PayoutInput } from './validate.ts';

/** Checks that the named rail pays every phone of the payout. One item that it does not take refuses all. */
export function checkRail(command: Command<PayoutInput>, { rails, exponentOf }: ItemRouting): Refusal | null {
  const { caller, input, lines } = command;
  const { rail, currency, items } = input;
  if (rail === undefined) return null;
  if (rail === 'wallet') return invalidField('rail', 'wallet_as_recipient');
  if (rail === 'sandbox') return caller.livemode ? invalidField('rail', 'no_live_sandbox') : null;
  const candidates = candidatesOf(rails);
  const payout = { currency, livemode: caller.livemode, merchant: caller.owner.id, rail };
  const exponent = exponentOf(currency);
  const details: Detail[] = [];
  for (const [i, item] of items.entries()) {
    if (!item.recipient.startsWith('+')) continue;
    const question: RouteQuestion = { ...questionOf({ ...item, id: '' }, payout, exponent), asked: rail };
    const route = routeTo(candidates, question);
    if ('rails' in route) continue;
    const about = { phoneField: 'recipient', country: question.country, currency, exponent };
    const refusal = refuseRoute(route.refusal, about);
    const detail = refusal.details?.[0];
    // The rail itself is wrong, whichever the item.
    if (detail === undefined || detail.param === 'rail') return refusal;
    details.push({ ...detail, param: `items[${i}].${detail.param}` });
  }
  return details.length === 0 ? null : atItsLine(refuseAll(details), 'items', lines);
}
