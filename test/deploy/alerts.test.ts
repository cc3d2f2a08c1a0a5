import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { startTestService, type TestService } from '../../service/test/support/harness.ts';
import { deploy, metricsOf, type Rule, readRules } from './read-rules.ts';

/** The alert rules and the dashboard, against the metrics of a started service and the runbooks. */
const rules = readRules().groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readFileSync(`${deploy}grafana/rialto.json`, 'utf8'));
const runbooks = readFileSync(new URL('../../docs/runbooks.md', import.meta.url), 'utf8');

/** Metrics that a started service does not show. */
const declared: Record<string, string> = {
  up: 'made by Prometheus for each target',
  ALERTS: 'made by Prometheus for each alert',
  probe_ssl_earliest_cert_expiry: 'of the blackbox exporter',
  rialto_backup_last_success_timestamp_seconds: 'shown where backups go to a store',
  rialto_backup_last_verified_timestamp_seconds: 'shown where backups go to a store',
  rialto_wal_archive_lag_segments: 'shown where backups go to a store',
  rialto_replica_lag_seconds: 'shown with a replica',
  rialto_replica_in_use: 'shown with a replica',
};

let service: TestService;
let served: Map<string, Set<string>>;
before(async () => {
  service = await startTestService({}, undefined, undefined, undefined, undefined, { figuresEveryMs: 1_000 });
  served = readMetrics((await service.request('GET', '/metrics')).text);
});
after(() => service.stop());

/** The labels of each metric of a /metrics page; empty for one that has no series yet. */
function readMetrics(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name] of text.matchAll(/^# TYPE (\w+) /gm)) found.set(name!, new Set());
  for (const [, name, labels = ''] of text.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? [^ ]+$/gm))
    for (const [, label] of labels.matchAll(/(\w+)="/g)) found.get(name!)?.add(label!);
  return found;
}

/** The metrics and labels of the query that no service shows. */
function unknownIn(query: string): string[] {
  return metricsOf(query).flatMap(({ metric, labels }) => {
    if (metric in declared) return [];
    const known = served.get(metric);
    if (!known) return [metric];
    return labels.filter((label) => known.size > 0 && !known.has(label)).map((label) => `${metric}{${label}}`);
  });
}

const headingOf = ({ annotations }: Rule) => annotations.runbook_url.split('#')[1];
const headings = [...runbooks.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading]) => heading!);

describe('the alert rules', () => {
  it('use metrics and labels that the service shows', () => {
    assert.ok(rules.length > 40);
    for (const { alert, expr } of rules) {
      assert.notEqual(metricsOf(expr).length, 0, alert);
      assert.deepEqual(unknownIn(expr), [], alert);
    }
    assert.deepEqual(unknownIn('max(rialto_seal_delay_seconds) > 600'), ['rialto_seal_delay_seconds'], 'the control');
    const label = 'sum by (rail) (rate(rialto_http_answers_total{klass="503"}[5m])) > 1';
    assert.deepEqual(unknownIn(label), ['rialto_http_answers_total{klass}'], 'the control: a label');
  });

  it('have unique names, a severity, and a runbook of the same name with its three parts', () => {
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
    for (const rule of rules) {
      assert.match(rule.alert, /^Rialto[A-Z]\w+$/);
      assert.ok(['critical', 'warning', 'info'].includes(rule.labels.severity), rule.alert);
      assert.ok(rule.annotations.summary, rule.alert);
      assert.equal(headingOf(rule), rule.alert.toLowerCase());
      assert.ok(headings.includes(rule.alert), `docs/runbooks.md has no heading ${rule.alert}`);
      const section = runbooks.split(`### ${rule.alert}\n`)[1]!.split(/^##/m)[0]!;
      for (const part of ['Meaning', 'First look', 'Action'])
        assert.ok(section.includes(`**${part}:** `), `${rule.alert}: ${part}`);
    }
    const unknown = headings.filter(
      (heading) => /^Rialto[A-Z]/.test(heading) && !rules.some(({ alert }) => alert === heading),
    );
    assert.deepEqual(unknown, [], 'runbooks of alerts that do not exist');
  });

  it('have a unit test each, and the job names of the example', () => {
    const tests = parse(readFileSync(`${deploy}prometheus/rules.test.yml`, 'utf8')).tests;
    assert.deepEqual(
      tests.map(({ name }: { name: string }) => name),
      rules.map(({ alert }) => alert),
    );
    const jobs = parse(readFileSync(`${deploy}prometheus/prometheus.yml`, 'utf8')).scrape_configs.map(
      (scrape: { job_name: string }) => scrape.job_name,
    );
    for (const { alert, expr } of rules)
      for (const [, job] of expr.matchAll(/job="([^"]+)"/g)) assert.ok(jobs.includes(job), alert);
  });
});

describe('the dashboard', () => {
  const panels: any[] = dashboard.panels;

  it('reads metrics and labels that the service shows', () => {
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }: { expr: string }) => expr));
    assert.ok(queries.length > 40);
    for (const query of queries) {
      assert.notEqual(metricsOf(query).length, 0, query);
      assert.deepEqual(unknownIn(query), [], query);
    }
  });

  it('shows each metric of the alerts', () => {
    const shown = panels.flatMap(({ targets = [] }) =>
      targets.flatMap(({ expr }: { expr: string }) => metricsOf(expr).map(({ metric }) => metric)),
    );
    // Each is 0 or 1, or on another dashboard.
    const elsewhere = ['rialto_database_lost', 'rialto_rail_callbacks_kept_total', 'rialto_float_booked'];
    const others = [...elsewhere, 'rialto_float_age_seconds', 'probe_ssl_earliest_cert_expiry'];
    const missing = rules
      .flatMap(({ expr }) => metricsOf(expr).map(({ metric }) => metric))
      .filter((metric) => !shown.includes(metric) && !others.includes(metric));
    assert.deepEqual([...new Set(missing)], []);
  });

  it('has panels with unique ids that do not overlap, and variables that exist', () => {
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    const taken = new Set<string>();
    for (const { title, gridPos } of panels) {
      const { x, y, w, h } = gridPos;
      assert.ok(x + w <= 24, title);
      for (let column = x; column < x + w; column++)
        for (let line = y; line < y + h; line++) {
          assert.ok(!taken.has(`${column} ${line}`), `${title} overlaps another panel`);
          taken.add(`${column} ${line}`);
        }
    }
    const variables = dashboard.templating.list.map(({ name }: { name: string }) => name);
    for (const [, name] of JSON.stringify(dashboard).matchAll(/\$\{?(\w+)/g))
      assert.ok([...variables, '__rate_interval'].includes(name!), `${name}`);
    for (const panel of panels)
      if (panel.type !== 'row')
        for (const { datasource } of panel.targets) assert.equal(datasource.uid, '${datasource}');
  });
});
