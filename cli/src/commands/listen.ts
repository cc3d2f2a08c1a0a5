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
    .description('forward the events of test mode to a program on this machine, signed like webhooks')
    .requiredOption('--forward-to <url>', 'for example http://localhost:4000/hook')
    .option('--events <kinds>', 'for example payment.succeeded,refund.*; default: all', words)
    .option('--from-now', 'do not resume where the last run stopped')
    .action(async ({ forwardTo, events, fromNow }, command: Command) => {
      const global = globals(command);
      if (keyOf(global).startsWith('rs_live_')) throw new Usage('listen works only in test mode. Use a test key.');
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
      // A resent event is sent concurrently: it is older than the position in the stream and does not move it.
      const resend = (event: WebhookEvent) => void send(event).catch(() => undefined);
      try {
        const following = { signal: stop, onTrouble: trouble, onResent: resend };
        for await (const event of followEvents(rialto, cursor, following)) {
          await send(event);
        }
      } catch (error) {
        if (!stop.aborted) throw error;
      }
    });
}

function announce({ secret, resumed }: Cursor, url: string, json: boolean): void {
  const record = { object: 'listener', secret, forward_to: url, resumed_from: resumed };
  const lines = [
    `Signing secret: ${paint('bold', secret)}`,
    resumed ? `Resuming from ${resumed}.` : 'Waiting for events.',
    paint('dim', `Events are sent to ${url}. Press Ctrl+C to stop; the next run resumes where this one stopped.`),
  ];
  line(json ? JSON.stringify(record) : lines.join('\n'));
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
    throw new Usage(`--forward-to must be a URL such as http://localhost:4000/hook; got ${url}.`);
}
