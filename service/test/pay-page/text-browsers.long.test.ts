import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IPty, spawn } from '@lydell/node-pty';
import { payment, phone } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { pathOf } from '../support/payer.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService({ CHECKOUT_PROMPTS_PER_PHONE: '100' });
  shop = await service.merchant('Chez Awa');
});
/** A browser that is left after a failed test would keep the process alive. */
const children: IPty[] = [];
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await service.stop();
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are moved by control characters
const plain = (screen: string) => screen.replace(/\u001b\[C/g, ' ').replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '');

const TAB = '\t';
const ENTER = '\r';
const DOWN = '\u001b[B';

/** The keys that a person presses, one after another. */
type Keys = readonly string[];
type TextBrowser = {
  readonly name: string;
  readonly args: (url: string) => string[];
  /** From the open page to the sent form. */
  readonly pay: (number: string) => Keys;
  readonly amount: (amount: string) => Keys;
  /** Null: not driven here. */
  readonly checkAgain: Keys | null;
};

const browsers: readonly TextBrowser[] = [
  {
    name: 'w3m',
    args: (url) => ['-cols', '80', url],
    // w3m asks for the text of a field in its last line.
    pay: (number) => [TAB, ENTER, number, ENTER, TAB, TAB, ENTER],
    amount: (amount) => [TAB, ENTER, amount, ENTER, TAB, ENTER],
    checkAgain: [TAB, ENTER],
  },
  {
    name: 'links2',
    args: (url) => [url],
    // The first start opens with a message.
    pay: (number) => [ENTER, number, DOWN, DOWN, ENTER],
    amount: (amount) => [ENTER, amount, DOWN, ENTER],
    checkAgain: null,
  },
];

function isInstalled(name: string): boolean {
  const paths = (process.env.PATH ?? '').split(delimiter).map((path) => join(path, name));
  return paths.some((path) => {
    try {
      execFileSync(path, ['-version'], { stdio: 'ignore' });
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'ENOENT' && (error as { status?: number }).status === 0;
    }
  });
}

function start({ name, args }: TextBrowser, url: string) {
  const home = mkdtempSync(join(tmpdir(), 'rialto-text-'));
  const { PATH = '', LD_LIBRARY_PATH = '' } = process.env;
  const env = { PATH, LD_LIBRARY_PATH, HOME: home, LANG: 'C.UTF-8', TERM: 'xterm' };
  const child = spawn(name, args(url), { name: 'xterm', cols: 80, rows: 60, cwd: home, env });
  let screen = '';
  child.onData((data) => {
    screen += data;
  });
  children.push(child);
  return {
    see: (words: RegExp) =>
      until(async () => words.test(plain(screen)), 30).catch(() =>
        assert.fail(`${name} did not show ${words}:\n${plain(screen)}`),
      ),
    press: async (keys: Keys) => {
      screen = '';
      for (const key of keys) {
        child.write(key);
        await sleep(400);
      }
    },
    /** Draws the whole screen again: the browsers write only what changed. */
    redraw: () => child.write('\u000c'),
  };
}

for (const browser of browsers) {
  const missing = !isInstalled(browser.name) && `${browser.name} is not installed: apt-get install ${browser.name}`;
  if (missing) console.warn(`SKIPPED: ${missing}`);

  test(`${browser.name} completes the form of a session`, { skip: missing }, async () => {
    const made = await shop.call('POST', '/checkout/sessions', { amount: 12_500, currency: 'XOF' });
    const { id, url } = made.body;
    const opened = start(browser, service.base + pathOf({ url }));
    await opened.see(/XOF 12,500/);
    await opened.press(browser.pay(phone('0007')));
    const pay = await until(
      async () => (await shop.call('GET', `/checkout/sessions/${id}`)).body.payment as string | null,
      30,
    ).catch(() => opened.see(/a form that was sent/));
    await payment(shop, String(pay), 'requires_action');
    await shop.call('POST', `/test/payments/${pay}/approve`);
    await payment(shop, String(pay), 'succeeded');
    if (browser.checkAgain === null) return;
    await opened.press(browser.checkAgain);
    await sleep(1_000);
    opened.redraw();
    await opened.see(/received/);
  });

  test(`${browser.name} completes the form of a link`, { skip: missing }, async () => {
    const made = await shop.call('POST', '/links', { currency: 'XOF', min_amount: 500 });
    const opened = start(browser, service.base + pathOf(made.body));
    await opened.see(/Amount in XOF/);
    await opened.press(browser.amount('1500'));
    const list = async () => (await shop.call('GET', `/checkout/sessions?link=${made.body.id}`)).body.data;
    const [first] = await until(async () => ((await list()).length > 0 ? list() : null), 30);
    assert.equal(first.amount, 1_500);
  });
}
