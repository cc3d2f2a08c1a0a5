import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { fileVariables, readConfig, settings } from '../../service/src/config/config.ts';

/** The files of deploy/ against the published schemas of Kubernetes, and against the settings of the service. */
const root = new URL('../../', import.meta.url).pathname;
const deploy = new URL('../../deploy/', import.meta.url).pathname;
const folder = join(deploy, 'kubernetes');
const read = (path: string) => readFileSync(join(deploy, path), 'utf8');
const kustomization = parse(read('kubernetes/kustomization.yaml'));
const manifests: any[] = globSync('*.yaml', { cwd: folder })
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS()));
const kindOf = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const workloads = [...kindOf('Deployment'), ...kindOf('Job')];

/** @returns null, or what the schema of its kind says about the values */
async function refusedBySchema(manifest: any): Promise<string | null> {
  const { [manifest.kind]: Kind } = await import(moduleOf(manifest));
  try {
    new Kind(manifest).validate();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const moduleOf = ({ apiVersion, kind }: any) => `kubernetes-models/${apiVersion}/${kind}`;

/** @returns what the compiler says about fields that no type has: the schemas' validators allow any field */
function unknownFields(checked: readonly any[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'manifests-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
    const lines = checked.map(
      (manifest, i) =>
        `export const m${i}: import('${moduleOf(manifest)}').I${manifest.kind} = ${JSON.stringify(manifest)};`,
    );
    writeFileSync(join(directory, 'manifests.ts'), lines.join('\n'));
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig', 'manifests.ts'];
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), flags, { cwd: directory, encoding: 'utf8' });
    return stdout;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The rules of the pod security standard "restricted", and a root file system that cannot be written. */
function faultsOf({ spec }: any): string[] {
  const faults = [];
  const pod = spec.securityContext ?? {};
  if (!pod.runAsNonRoot || !(pod.runAsUser > 0)) faults.push('may run as root');
  if (pod.seccompProfile?.type !== 'RuntimeDefault') faults.push('has no seccomp profile');
  if (spec.automountServiceAccountToken !== false) faults.push('has a token of the cluster');
  for (const { name, securityContext = {}, resources } of spec.containers) {
    if (securityContext.allowPrivilegeEscalation !== false) faults.push(`${name} may gain privileges`);
    if (!securityContext.readOnlyRootFilesystem) faults.push(`${name} may write its root`);
    if (securityContext.capabilities?.drop?.[0] !== 'ALL') faults.push(`${name} has capabilities`);
    if (!resources?.limits?.memory) faults.push(`${name} has no limit of memory`);
  }
  return faults;
}

/** The lines `NAME=value` of a file. */
const linesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w/.test(line))
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );

/** Variables that are no settings of the service, and secrets that are not in a file. */
function wrongVariables(env: Record<string, string>): string[] {
  const known = [...Object.keys(settings), ...Object.values(fileVariables)];
  return Object.keys(env).filter((name) => !known.includes(name) || name in fileVariables);
}

describe('the Kubernetes manifests', () => {
  it('fit the published schemas', async () => {
    for (const manifest of manifests) assert.equal(await refusedBySchema(manifest), null, manifest.metadata.name);
    assert.equal(unknownFields(manifests), '');
    const wrong = structuredClone(kindOf('Deployment')[0]);
    wrong.spec.replicas = 'two';
    assert.match((await refusedBySchema(wrong)) ?? 'fits', /replicas/, 'the control: a wrong value');
    wrong.spec.replicas = 2;
    wrong.spec.template.spec.containers[0].readinesProbe = {};
    assert.match(unknownFields([wrong]), /readinesProbe/, 'the control: a misspelt field');
  });

  it('are all named by the kustomization', () => {
    const files = globSync('*.yaml', { cwd: folder }).filter((file) => file !== 'kustomization.yaml');
    assert.deepEqual([...kustomization.resources].sort(), files.sort());
  });

  it('run without root, privileges and a writable root file system', () => {
    assert.equal(workloads.length, 3);
    for (const { metadata, spec } of workloads) assert.deepEqual(faultsOf(spec.template), [], metadata.name);
    const wrong = structuredClone(workloads[0].spec.template);
    delete wrong.spec.containers[0].securityContext;
    assert.equal(faultsOf(wrong).length, 3, 'the control');
  });

  it('select the pods that exist, and every pod has a network policy for what it receives and sends', () => {
    const labels = workloads.map(({ spec }) => spec.template.metadata.labels);
    const fits = (selector: any, pod: any) =>
      Object.entries(selector.matchLabels ?? selector).every(([name, value]) => pod[name] === value);
    for (const { spec } of [...kindOf('Deployment'), ...kindOf('PodDisruptionBudget'), ...kindOf('Service')])
      assert.equal(labels.filter((pod) => fits(spec.selector, pod)).length, 1);
    const all = kindOf('NetworkPolicy').find(({ metadata }) => metadata.name === 'deny-all');
    assert.deepEqual(all.spec, { podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('give the nodes settings that the service accepts, with every secret as a file of a mounted secret', () => {
    const env = linesOf(read('kubernetes/settings.env'));
    assert.deepEqual(wrongVariables(env), []);
    const withoutFiles = Object.fromEntries(Object.entries(env).filter(([name]) => !name.endsWith('_FILE')));
    readConfig({ ...withoutFiles, S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' });
    const owners = Object.fromEntries(
      kindOf('Job')[0].spec.template.spec.containers[0].env.map(({ name, value }: any) => [name, value]),
    );
    assert.deepEqual(wrongVariables(owners), []);
    const files = Object.entries({ ...env, ...owners }).filter(([name]) => name.endsWith('_FILE'));
    for (const [name, path] of files) assert.match(path, /^\/run\/secrets\/rialto\/[a-z0-9-]+$/, name);
    assert.deepEqual(wrongVariables({ SECRET_KEY: 'x', PORTS: '1' }), ['SECRET_KEY', 'PORTS'], 'the control');
  });

  it('give a pod more time to end than the service takes', () => {
    const delay = Number(linesOf(read('kubernetes/settings.env')).SHUTDOWN_DELAY_SECONDS);
    for (const { spec } of kindOf('Deployment')) {
      const { terminationGracePeriodSeconds, containers } = spec.template.spec;
      assert.ok(terminationGracePeriodSeconds >= delay + 9 + 5);
      assert.ok(delay > 2 * containers[0].readinessProbe.periodSeconds, 'longer than two checks');
    }
  });
});

describe('the compose file', () => {
  const { services, volumes, networks } = parse(read('compose.yaml'), { merge: true });

  it('runs every container without privileges and with a read-only root file system', () => {
    assert.deepEqual(Object.keys(services).sort(), ['api', 'database', 'migrate', 'provider', 'secrets', 'worker']);
    for (const [name, one] of Object.entries<any>(services)) {
      assert.deepEqual(
        [one.read_only, one.cap_drop, one.security_opt],
        [true, ['ALL'], ['no-new-privileges:true']],
        name,
      );
      // Draws the secrets without a network; the image gives the others a user of their own.
      if (one.user === '0:0') assert.equal(one.network_mode, 'none', name);
    }
  });

  it('names volumes, networks and containers that exist', () => {
    for (const one of Object.values<any>(services)) {
      for (const volume of one.volumes ?? []) {
        const [from] = volume.split(':');
        if (from.startsWith('.')) assert.equal(globSync(from, { cwd: deploy }).length, 1, from);
        else assert.ok(from in volumes, from);
      }
      for (const network of one.networks ?? []) assert.ok(network in networks, network);
      for (const name of Object.keys(Array.isArray(one.depends_on) ? {} : (one.depends_on ?? {})))
        assert.ok(name in services, name);
    }
  });

  it('gives the nodes settings that the service knows, secrets as files, and not the rights of the owner', () => {
    for (const name of ['api', 'worker', 'migrate']) {
      const { environment, volumes: mounted } = services[name];
      assert.deepEqual(wrongVariables(environment), [], name);
      const owner = mounted.some((volume: string) => volume.startsWith('owner-secrets'));
      assert.equal(owner, name === 'migrate', name);
    }
    assert.deepEqual([services.api.environment.ROLE, services.worker.environment.ROLE], ['api', 'worker']);
  });
});

describe('the proxies', () => {
  it('keep the probes and metrics inside', () => {
    for (const file of ['Caddyfile', 'nginx.conf', 'haproxy.cfg'])
      for (const path of ['metrics', 'healthz', 'readyz']) assert.match(read(`proxy/${file}`), new RegExp(path), file);
  });
});
