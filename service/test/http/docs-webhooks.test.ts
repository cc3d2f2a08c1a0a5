import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { eventKinds } from '../../../contract/src/events.ts';
import { newWebhookSecret, signAttempt } from '../../src/core/signature.ts';

const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');

/** The only block of this language on the page. */
function snippet(language: string): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))];
  assert.equal(blocks.length, 1, language);
  return blocks[0]![1]!;
}

type Vector = { what: string; header: string; secret: string; body: string; good: boolean };

/**
 * Headers made by the code that signs deliveries, and headers that must be refused. Each is signed now, because `t` is
 * real time.
 */
function vectors(): Vector[] {
  const [secret, other] = [newWebhookSecret(randomBytes), newWebhookSecret(randomBytes)];
  const body = '{"id":"evt_1","amount":1000,"name":"Café ☕ \\u2028","z":1.0}\n';
  const now = Math.floor(Date.now() / 1000);
  const sign = (t: number, previous?: string) =>
    signAttempt({
      secrets: { current: secret, previous },
      endpointId: 'wbk_1',
      eventId: 'evt_1',
      deliveryId: 'dlv_1',
      attempt: 1,
      t,
      body,
    });
  const header = (t: number) => sign(t)['Service-Signature']!;
  const digest = header(now).split('v1=')[1]!;
  // Correctly signed with an invalid t: only rule 2 refuses it.
  const badTime = (t: string) => `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
  const rolled = sign(now, other);
  const good: [string, string, string, string][] = [
    ['now', header(now), secret, body],
    ['200 s ago', header(now - 200), secret, body],
    ['200 s ahead', header(now + 200), secret, body],
    ['the old secret while rolled', rolled['Service-Signature']!, other, body],
    ['the new secret while rolled', rolled['Service-Signature-Next']!, secret, body],
  ];
  const bad: [string, string, string, string][] = [
    ['another secret', header(now), other, body],
    ['400 s ago', header(now - 400), secret, body],
    ['400 s ahead', header(now + 400), secret, body],
    ['a changed body', header(now), secret, body.replace('1000', '9000')],
    ['a body without its last byte', header(now), secret, body.slice(0, -1)],
    ['another t', `t=${now + 1},v1=${digest}`, secret, body],
    ...['NaN', 'nan', 'Infinity', '-inf', '', 'x'].map((t): [string, string, string, string] => [
      `t is "${t}"`,
      badTime(t),
      secret,
      body,
    ]),
    ['no t', `v1=${digest}`, secret, body],
    ['no v1', `t=${now}`, secret, body],
    ['an empty v1', `t=${now},v1=`, secret, body],
    ['half a v1', `t=${now},v1=${digest.slice(0, 32)}`, secret, body],
    ['a v1 that is not hex', `t=${now},v1=é☕`, secret, body],
    ['an empty header', '', secret, body],
    ['another header', 'Bearer abc', secret, body],
  ];
  const vector =
    (isGood: boolean) =>
    ([what, header, secret, body]: [string, string, string, string]): Vector => ({
      what,
      header,
      secret,
      body,
      good: isGood,
    });
  return [...good.map(vector(true)), ...bad.map(vector(false))];
}

/** One line each, fields in base64 with spaces between, so that no language needs a parser. */
const inLines = (all: Vector[]) =>
  all
    .map(({ header, secret, body }) =>
      [header, secret, body].map((text) => `.${Buffer.from(text).toString('base64')}`).join(' '),
    )
    .join('\n');

type Language = {
  readonly name: string;
  readonly block: string;
  readonly constantTime: string;
  /** The required programs, and the command that runs in a directory with these files. */
  readonly needs: readonly string[];
  readonly files: (code: string) => Record<string, string>;
  readonly commands: readonly (readonly string[])[];
};

const languages: Language[] = [
  {
    name: 'TypeScript',
    block: 'ts',
    constantTime: 'timingSafeEqual(',
    needs: [],
    files: (code) => ({
      'verify.ts': code,
      'run.ts': `
        import { readFileSync } from 'node:fs';
        import { verify } from './verify.ts';
        for (const line of readFileSync('vectors', 'utf8').split('\\n')) {
          const [header, secret, body] = line.split(' ').map((field) => Buffer.from(field.slice(1), 'base64'));
          console.log(verify(String(header), body!, String(secret)));
        }`,
    }),
    commands: [[process.execPath, 'run.ts']],
  },
  {
    name: 'Python',
    block: 'python',
    constantTime: 'hmac.compare_digest(',
    needs: ['python3'],
    files: (code) => ({
      'run.py': `${code}
import base64
for line in open("vectors"):
    header, secret, body = (base64.b64decode(field[1:]) for field in line.split())
    print(verify(header.decode(), body, secret.decode()))
`,
    }),
    commands: [['python3', 'run.py']],
  },
  {
    name: 'PHP',
    block: 'php',
    constantTime: 'hash_equals(',
    needs: ['php'],
    files: (code) => ({
      'run.php': `${code}
foreach (file('vectors', FILE_IGNORE_NEW_LINES) as $line) {
    [$header, $secret, $body] = array_map(fn ($field) => base64_decode(substr($field, 1)), explode(' ', $line));
    echo verify($header, $body, $secret) ? "true\\n" : "false\\n";
}
`,
    }),
    commands: [['php', '-d', 'error_reporting=-1', '-d', 'display_errors=stderr', 'run.php']],
  },
  {
    name: 'Go',
    block: 'go',
    constantTime: 'hmac.Equal(',
    needs: ['go'],
    files: (code) => ({
      'verify.go': code.replace('package webhooks', 'package main'),
      'run.go': `package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	lines, _ := os.ReadFile("vectors")
	for _, line := range strings.Split(string(lines), "\\n") {
		fields := [3][]byte{}
		for i, field := range strings.Split(line, " ") {
			fields[i], _ = base64.StdEncoding.DecodeString(field[1:])
		}
		fmt.Println(Verify(string(fields[0]), fields[2], string(fields[1]), 300*time.Second))
	}
}
`,
    }),
    commands: [['go', 'run', 'verify.go', 'run.go']],
  },
  {
    name: 'Java',
    block: 'java',
    constantTime: 'MessageDigest.isEqual(',
    needs: ['javac', 'java'],
    files: (code) => ({
      'Webhooks.java': code,
      'Run.java': `
        import java.nio.charset.StandardCharsets;
        import java.nio.file.*;
        import java.util.Base64;
        class Run {
            public static void main(String[] args) throws Exception {
                for (String line : Files.readAllLines(Path.of("vectors"))) {
                    byte[][] fields = new byte[3][];
                    for (int i = 0; i < 3; i++) fields[i] = Base64.getDecoder().decode(line.split(" ")[i].substring(1));
                    String header = new String(fields[0], StandardCharsets.UTF_8);
                    System.out.println(Webhooks.verify(header, fields[2], new String(fields[1], StandardCharsets.UTF_8), 300));
                }
            }
        }`,
    }),
    commands: [
      ['javac', 'Webhooks.java', 'Run.java'],
      ['java', '-cp', '.', 'Run'],
    ],
  },
  {
    name: 'Ruby',
    block: 'ruby',
    constantTime: 'OpenSSL.secure_compare(',
    needs: ['ruby'],
    files: (code) => ({
      'run.rb': `${code}
require "base64"
File.foreach("vectors", chomp: true) do |line|
  header, secret, body = line.split(" ").map { |field| Base64.decode64(field[1..]) }
  puts verify(header, body, secret)
end
`,
    }),
    commands: [['ruby', '-w', 'run.rb']],
  },
];

const found = (command: string) => spawnSync(command, ['--version']).error === undefined;

it('docs/webhooks.md names every kind of event, and its object', () => {
  const named = [...page.matchAll(/^\| `(\w+\.\w+)` \| (\w+) \|/gm)].map(([, kind, object]) => ({ kind, object }));
  assert.deepEqual(
    named,
    eventKinds.map(({ kind, object }) => ({ kind, object })),
  );
});

describe('docs/webhooks.md verifies', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'rialto-docs-'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  for (const { name, block, constantTime, needs, files, commands } of languages) {
    const missing = needs.filter((command) => !found(command));
    it(`in ${name}`, { skip: missing.length > 0 && `${missing.join(' and ')}: not on this machine` }, () => {
      const code = snippet(block);
      assert.ok(code.includes(constantTime), `${constantTime} compares in constant time`);
      const all = vectors();
      const own = mkdtempSync(join(directory, `${block}-`));
      for (const [file, text] of Object.entries({ ...files(code), vectors: inLines(all) }))
        writeFileSync(join(own, file), text);
      let output = '';
      for (const [command, ...args] of commands) {
        const env = { ...process.env, GOCACHE: join(directory, 'go'), GO111MODULE: 'off', GOFLAGS: '' };
        const ran = spawnSync(command!, args, { cwd: own, encoding: 'utf8', env });
        assert.deepEqual([ran.status, ran.stderr], [0, ''], `${command}: ${ran.stderr}`);
        output = ran.stdout;
      }
      const answers = output.trim().toLowerCase().split('\n');
      const results = all.map(({ what }, i) => `${what}: ${answers[i]}`);
      assert.deepEqual(
        results,
        all.map(({ what, good }) => `${what}: ${good}`),
      );
    });
  }
});
