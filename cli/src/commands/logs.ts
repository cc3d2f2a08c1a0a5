import { type Command, Option } from 'commander';
import type { RequestLogEntry } from '../../../sdk/src/rialto.ts';
import type { ListRequestLogsQuery, RialtoUser } from '../../../sdk/src/user.ts';
import { type Global, integrationOf, person } from '../connect.ts';
import { followRequests } from '../follow.ts';
import { commandName } from '../invocation.ts';
import { count, globals, only, paged, printPaged } from '../options.ts';
import { line, paint, printRecord, trouble } from '../print.ts';
import { untilSignal } from '../signals.ts';

type LogOptions = { integration?: string; live?: boolean; failed?: boolean };

export function logs(program: Command): void {
  const group = program
    .command('logs')
    .description(`read the requests of the last 30 days; first run \`${commandName()} login --as developer\``);
  filtered(group.command('tail'))
    .description('follow requests as they are answered')
    .action(async (options: LogOptions, command: Command) => {
      const global = globals(command);
      const stop = untilSignal();
      const user = await acting(global, options);
      const onReady = () => {
        if (!global.json) line(paint('dim', 'Waiting for requests. Press Ctrl+C to stop.'));
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
    .description('list requests, newest first')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const user = await acting(global, options);
      await printPaged(options, global.json, (query) => user.requestLogs.list({ ...filterOf(options), ...query }));
    });
  worlds(group.command('get <id>'))
    .description('show a request with its body and response; its id (req_…) is the Request-Id of the response')
    .action(async (id: string, options: LogOptions, command: Command) => {
      const global = globals(command);
      printRecord(await (await acting(global, options)).requestLogs.get(id), global.json);
    });
}

const worlds = (command: Command) =>
  command.option('--integration <id>', 'default: your only integration').option('--live', 'of live mode');

const filtered = (command: Command) =>
  worlds(command)
    .addOption(new Option('--method <method>', 'with this method').choices(['GET', 'POST', 'PATCH', 'DELETE']))
    .option('--path <path>', 'with exactly this path, for example /api/v1/payments')
    .option('--status <status>', 'with this status, for example 409', count)
    .option('--error-code <code>', 'with this error code, for example insufficient_funds')
    .option('--api-key-id <id>', 'made with this key (key_…)')
    .option('--failed', 'only refused requests');

/** Maps the options to the API's filters. The service validates their values. */
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
