import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestService, type TestService } from '../../service/test/support/harness.ts';
import { commandName } from '../src/invocation.ts';
import { createProgram } from '../src/program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const main = join(root, 'cli/src/main.ts');

describe('the name of the command in hints', () => {
  const directory = mkdtempSync(join(tmpdir(), 'rialto-invocation-'));
  after(() => rmSync(directory, { recursive: true, force: true }));

  /** Runs a command as a new user whose shell is not inside another npm script. */
  function run(file: string, args: string[], cwd: string): Promise<{ code: number; stdout: string; stderr: string }> {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|RIALTO_)/i.test(name));
    // npm runs the script without its pre-script, which would install this repository's dependencies.
    const own = { HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), npm_config_ignore_scripts: 'true' };
    const env = { ...Object.fromEntries(inherited), ...own };
    return new Promise((resolve) => {
      execFile(file, args, { cwd, env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });
  }

  it('is `npm run rialto --` through npm', async () => {
    const { code, stderr } = await run('npm', ['run', 'rialto', '--', 'wallets', 'list'], root);
    assert.equal(code, 3, stderr);
    assert.match(stderr, /Run `npm run rialto -- login` or set RIALTO_API_KEY/);
    const help = await run('npm', ['run', 'rialto', '--', 'wallets', 'get', '--help'], root);
    assert.match(help.stdout, /^Usage: npm run rialto -- wallets get \[options\]/);
  });

  it('is `npx rialto` through npx', async () => {
    const bin = join(directory, 'app/node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(directory, 'app/package.json'), '{"private":true}');
    writeFileSync(join(bin, 'rialto'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
    chmodSync(join(bin, 'rialto'), 0o755);
    const { code, stderr } = await run('npx', ['rialto', 'keys', 'list'], join(directory, 'app'));
    assert.equal(code, 3, stderr);
    assert.match(stderr, /Run `npx rialto login --as developer`, `--as merchant` or/);
  });

  it('is `npx @rialto/cli` for a package that npx fetched', () => {
    const npx = { npm_command: 'exec', npm_lifecycle_event: 'npx' };
    assert.equal(commandName(npx, '/home/awa/.npm/_npx/1f/node_modules/.bin/rialto'), 'npx @rialto/cli');
    assert.equal(commandName(npx, '/home/awa/shop/node_modules/.bin/rialto'), 'npx rialto');
  });

  it('is `rialto` when it is installed, also inside another npm script', async () => {
    const { code, stderr } = await run(process.execPath, [main, 'wallets', 'list'], directory);
    assert.equal(code, 3, stderr);
    assert.match(stderr, /Run `rialto login` or set RIALTO_API_KEY/);
    assert.equal(commandName({ npm_command: 'test', npm_lifecycle_event: 'test' }, main), 'rialto');
    assert.equal(commandName({ npm_command: 'run-script', npm_lifecycle_event: 'deploy' }, main), 'rialto');
  });

  describe('npm run rialto', () => {
    let service: TestService;
    before(async () => {
      service = await startTestService();
    });
    after(() => service.stop());

    it('passes options after -- and prints only its own output', async () => {
      const { key } = await service.merchant();
      const options = ['--api-key', key, '--base-url', service.base, '--json'];
      const { code, stdout, stderr } = await run('npm', ['run', 'rialto', '--', ...options, 'wallets', 'list'], root);
      assert.equal(code, 0, stderr);
      assert.equal(JSON.parse(stdout).object, 'list');
    });
  });
});

it('every `npm run rialto -- …` in the documentation names a command and its options', () => {
  const program = createProgram('0.0.0');
  const pages = globSync(['README.md', 'docs/**/*.md', 'examples/**/README.md'], { cwd: root });
  const lines = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8').replaceAll(/\\\n\s*/g, '');
    return [...text.matchAll(/npm run rialto -- ([-\w][^`\n]*)/g)].map(([, line]) => line!);
  });
  assert.ok(lines.length > 0);
  for (const line of lines) {
    let at = program;
    for (const word of line.split(/\s+/)) {
      if (word.startsWith('--')) {
        const options = [...program.options, ...at.options].map(({ long }) => long);
        assert.ok(options.includes(word), `${word} in: ${line}`);
      } else at = at.commands.find((command) => command.name() === word) ?? at;
    }
    // A shell function that passes its own arguments names no command.
    if (!line.includes('"$@"')) assert.notEqual(at, program, line);
  }
});
