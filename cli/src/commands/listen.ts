import type { Command } from 'commander';
import type { WebhookEvent } from '../../../sdk/src/rialto.ts';
import { connect, keyOf, locate } from '../connect.ts';
import { type Cursor, openCursor } from '../cursor.ts';
import { Usage } from '../failure.ts';
import { followEvents } from '../follow-events.ts';
import { type Forwarded, forward } from '../forward.ts';
import { checkKinds, hasKind } from '../kinds.ts';
import { globals, words } from '../options.ts';
import { line, paint, trouble } from '../print.ts';
import { untilSignal } from '../signals.ts';

export function listen(program: Command): void {
  program
    .command('listen')
    .description('send the events of the test world to a program on this machine, signed as the service signs')
    .requiredOption('--forward-to <url>', 'such as http://localhost:4000/hook')
    .option('--events <kinds>', 'such as payment.succeeded,refund.*; default: all', words)
    .option('--from-now', 'forget where the last run stopped')
    .action(async ({ forwardTo, events, fromNow }, command: Command) => {
      const global = globals(command);
      if (keyOf(global).startsWith('rs_live_')) throw new Usage('listen is for the test world: use a test key');
      checkUrl(forwardTo);
      checkKinds(events);
      const rialto = connect(global);
      const cursor = await openCursor(rialto, { place: `${locate(global)} ${keyOf(global)}`, fresh: fromNow === true });
      const stop = untilSignal();
      announce(cursor, forwardTo, global.json === true);
      const send = async (event: WebhookEvent) => {
        if (!hasKind(events, event.type)) return;
        const outcome = await forward(event, {
          url: forwardTo,
          secret: cursor.secret,
          headerPrefix: global.headerPrefix,
          signal: stop,
          onWait: trouble,
        });
        show(outcome, forwardTo, global.json === true);
      };
      // Beside what comes: it is of before, and the place in the stream does not move.
      const again = (event: WebhookEvent) => void send(event).catch(() => undefined);
      try {
        for await (const event of followEvents(rialto, cursor, { signal: stop, onTrouble: trouble, onResent: again })) {
          await send(event);
        }
      } catch (error) {
        if (!stop.aborted) throw error;
      }
    });
}

function announce({ secret, resumed }: Cursor, url: string, json: boolean): void {
  const told = { object: 'listener', secret, forward_to: url, resumed_from: resumed };
  const lines = [
    `Signing secret: ${paint('bold', secret)}`,
    resumed ? `Going on from ${resumed}.` : 'Waiting for events.',
    paint('dim', `Each goes to ${url}. Ctrl+C ends it; the next run goes on where this one stops.`),
  ];
  line(json ? JSON.stringify(told) : lines.join('\n'));
}

function show({ event, status, error, duration, attempt }: Forwarded, url: string, json: boolean): void {
  const { id, type } = event;
  if (json) {
    line(JSON.stringify({ object: 'forwarded', event: id, type, status, error, duration_ms: duration, attempt }));
    return;
  }
  const good = status !== null && status >= 200 && status < 300;
  const outcome = paint(good ? 'green' : 'red', String(status ?? error));
  const again = attempt > 1 ? paint('dim', `  attempt ${attempt}`) : '';
  const time = paint('dim', new Date().toLocaleTimeString('en-GB'));
  line(`${time}  POST ${new URL(url).pathname}  ${outcome}  ${duration} ms  ${type}  ${paint('dim', id)}${again}`);
}

function checkUrl(url: string): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Usage(`--forward-to must be a URL such as http://localhost:4000/hook; got ${url}`);
}
