import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { until } from '../../service/test/support/harness.ts';
import { freePort } from '../../service/test/support/kill.ts';
import { readRules } from './read-rules.ts';

/** @returns false, or why a test is skipped: the report shows it */
export const missing = (): string | false =>
  spawnSync('promtool', ['--version']).status === 0 ? false : 'Prometheus is not installed: apt-get install prometheus';

export type Prometheus = {
  /** Scrapes these nodes from now on. */
  aim(bases: readonly string[]): void;
  /** Waits until it scrapes the nodes and no alert fires. The start has an alert: no node answers yet. */
  settle(): Promise<void>;
  /** Every alert that has fired since `settle`. */
  fired(): Promise<Set<string>>;
  query(text: string): Promise<any[]>;
  stop(): Promise<void>;
};

/**
 * The rules, made quicker: an alert waits 5 s instead of minutes, rates look 30 s back, and a worker's round may take
 * 20 s. Test mode takes the place of live mode. Everything else is as it is delivered.
 */
function quickRules(): string {
  const { groups } = readRules();
  const quick = groups.map(({ name, rules }) => ({
    name,
    rules: rules.map((rule) => ({
      ...rule,
      ...(rule.for ? { for: '5s' } : {}),
      expr: rule.expr
        .replaceAll('mode="live"', 'mode="test"')
        .replaceAll(/\[\d+[mh]\]/g, '[30s]')
        .replace('> 900', '> 20'),
    })),
  }));
  return stringify({ groups: quick });
}

/** Debian's Prometheus, which scrapes every 3 s: a busy machine may need one. */
export async function startPrometheus(bases: readonly string[]): Promise<Prometheus> {
  const directory = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const place = (name: string) => join(directory, name);
  const aim = (targets: readonly string[]) => {
    const listed = [{ targets: targets.map((base) => new URL(base).host) }];
    writeFileSync(place('targets.new'), JSON.stringify(listed));
    renameSync(place('targets.new'), place('targets.json'));
  };
  aim(bases);
  writeFileSync(place('rules.yml'), quickRules());
  const config = {
    global: { scrape_interval: '3s', scrape_timeout: '3s', evaluation_interval: '1s' },
    rule_files: ['rules.yml'],
    scrape_configs: [
      { job_name: 'rialto', file_sd_configs: [{ files: [place('targets.json')], refresh_interval: '1s' }] },
    ],
  };
  writeFileSync(place('prometheus.yml'), stringify(config));
  const port = await freePort();
  const flags = {
    'config.file': place('prometheus.yml'),
    'storage.tsdb.path': place('data'),
    'web.listen-address': `127.0.0.1:${port}`,
    'log.level': 'warn',
  };
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const child: ChildProcess = spawn('prometheus', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const query = async (text: string) => {
    const url = `http://127.0.0.1:${port}/api/v1/query?${new URLSearchParams({ query: text })}`;
    return ((await (await fetch(url)).json()) as any).data.result;
  };
  let settledAt = 0;
  return {
    aim,
    query,
    settle: async () => {
      const isCalm = async () => {
        const [nodes] = await query('count(up == 1)');
        return nodes?.value[1] === `${bases.length}` && (await query('ALERTS')).length === 0;
      };
      await until(() => isCalm().catch(() => false));
      settledAt = Date.now();
    },
    fired: async () => {
      const seconds = Math.ceil((Date.now() - settledAt) / 1_000);
      const found = await query(`count by (alertname) (count_over_time(ALERTS{alertstate="firing"}[${seconds}s]))`);
      return new Set(found.map(({ metric }: any) => metric.alertname));
    },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(directory, { recursive: true });
    },
  };
}
