// Runs in its own network namespace, where every address leads to this process. It sends to hostile URLs and prints the
// addresses that were reached: with the guard of a deployment with live money, with that of the sandbox, and without a
// guard.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { checkUrl, type Policy } from '../../src/webhooks/guard.ts';
import { openSender } from '../../src/webhooks/send.ts';
import { hostileUrls, resolve } from '../http/hostile-urls.ts';

export type Sighting = { readonly urls: number; readonly reached: Record<string, number> };
export type Report = { readonly live: Sighting; readonly sandbox: Sighting; readonly unguarded: Sighting };

const PRIVATE = '10.77.0.1';
const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] });

ip('link', 'set', 'lo', 'up');
ip('address', 'add', `${PRIVATE}/8`, 'dev', 'lo');
// Every other address, including metadata services and public hosts, leads to this machine too.
ip('route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo');
try {
  ip('-6', 'route', 'add', 'local', '::/0', 'dev', 'lo');
} catch {
  // Where IPv6 is disabled, only IPv4 is watched.
}

let reached: Record<string, number> = {};
const sentinel = createServer((socket) => {
  const address = socket.localAddress?.replace(/^::ffff:/, '') ?? 'unknown';
  reached[address] = (reached[address] ?? 0) + 1;
  socket.on('error', () => {});
  socket.destroy();
});
sentinel.listen(0, '::');
await once(sentinel, 'listening');
const { port } = sentinel.address() as AddressInfo;
const urls = [...new Set([...hostileUrls(port), `https://${PRIVATE}:${port}/`, `http://${PRIVATE}:${port}/`])];

async function sendToAll(policy: Policy): Promise<Sighting> {
  reached = {};
  const sender = openSender({ policy, resolve, timeoutMs: 2_000 });
  for (const url of urls) {
    await checkUrl(url, policy, resolve);
    await sender.send({ url, headers: {}, body: '{}' });
  }
  await sender.close();
  return { urls: urls.length, reached };
}

const report: Report = {
  live: await sendToAll({ allowLoopback: false, allowedCidrs: [] }),
  sandbox: await sendToAll({ allowLoopback: true, allowedCidrs: [] }),
  unguarded: await sendToAll({ allowLoopback: true, allowedCidrs: ['0.0.0.0/0', '::/0'] }),
};
sentinel.close();
console.log(JSON.stringify(report));
