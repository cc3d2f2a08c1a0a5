import { type Command, Option } from 'commander';
import type { RequestLogEntry } from '../../../sdk/src/rialto.ts';
import type { ListRequestLogsQuery, RialtoUser } from '../../../sdk/src/user.ts';
import { type Global, integrationOf, person } from '../connect.ts';
import { followRequests } from '../follow.ts';
import { count, globals, only, paged, printPaged } from '../options.ts';
import { line, paint, printRecord, trouble } from '../print.ts';
import { untilSignal } from '../signals.ts';

type LogOptions = { integration?: string; live?: boolean; failed?: boolean };

export function logs(program: Command): void {
  const group = program
    .command('logs')
    .description('the requests of 30 days, for a person who is logged in: login --as developer');
  filtered(group.command('tail'))
    .description('each request as it is answered')
    .action(async (options: LogOptions, command: Command) => {
      const global = globals(command);
      const stop = untilSignal();
      const user = await acting(global, options);
      const onReady = () => {
        if (!global.json) line(paint('dim', 'Waiting for requests. Ctrl+C ends it.'));
      };
      try {
        for await (const entry of followRequests(user, filterOf(options), {
          signal: stop,
          onTrouble: trouble,
          onReady,
        })) {
          line(global.json ? JSON.stringify(entry) : toLine(entry));
        }
      } catch (error) {
        if (!stop.aborted) throw error;
      }
    });
  paged(filtered(group.command('list')))
    .description('requests, newest first')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const user = await acting(global, options);
      await printPaged(options, global.json, (query) => user.requestLogs.list({ ...filterOf(options), ...query }));
    });
  worlds(group.command('get <id>'))
    .description('one request with what was sent and answered; its id (req_…) is the Request-Id of its answer')
    .action(async (id: string, options: LogOptions, command: Command) => {
      const global = globals(command);
      printRecord(await (await acting(global, options)).requestLogs.get(id), global.json);
    });
}

const worlds = (command: Command) =>
  command.option('--integration <id>', 'default: the only one').option('--live', 'of the live world');

const filtered = (command: Command) =>
  worlds(command)
    .addOption(new Option('--method <method>', 'of one kind').choices(['GET', 'POST', 'PATCH', 'DELETE']))
    .option('--path <path>', 'exactly this one, such as /api/v1/payments')
    .option('--status <status>', 'such as 409', count)
    .option('--error-code <code>', 'such as insufficient_funds')
    .option('--api-key-id <id>', 'asked with this key (key_…)')
    .option('--failed', 'those that were refused');

/** The names are those of the API; the service says what is wrong with them. */
function filterOf(options: LogOptions & { errorCode?: string; apiKeyId?: string }): ListRequestLogsQuery {
  const { errorCode, apiKeyId, failed } = options;
  return {
    ...only(options, ['method', 'path', 'status']),
    ...(errorCode ? { error_code: errorCode } : {}),
    ...(apiKeyId ? { api_key: apiKeyId } : {}),
    ...(failed ? { outcome: 'failed' } : {}),
  };
}

async function acting(global: Global, { integration, live }: LogOptions): Promise<RialtoUser> {
  const id = await integrationOf(await person(global), integration);
  return person(global, { integration: id, mode: live ? 'live' : 'test' });
}

function toLine({ id, created_at, method, path, status, duration_ms, error_code }: RequestLogEntry): string {
  const time = paint('dim', new Date(created_at).toLocaleTimeString('en-GB'));
  const outcome = paint(status < 400 ? 'green' : 'red', String(status));
  const code = error_code ? `  ${paint('red', error_code)}` : '';
  return `${time}  ${method.padEnd(6)} ${path}  ${outcome}  ${duration_ms} ms${code}  ${paint('dim', id)}`;
}
