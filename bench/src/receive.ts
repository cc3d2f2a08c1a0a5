import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

// The receiver's process: plain node:http that reads each body and answers 200 immediately.

const now = () => performance.timeOrigin + performance.now();
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

let left = 0;
let toSkip = 0;
let first = 0;
let cpuBefore = 0;

const receive: RequestListener = (request, response) => {
  request.resume().on('end', () => {
    response.end();
    if (toSkip > 0) return void toSkip--;
    if (left === 0) return;
    if (first === 0) [first, cpuBefore] = [now(), cpuSeconds()];
    left--;
    if (left === 0) process.send!({ first, last: now(), cpu: cpuSeconds() - cpuBefore });
  });
};

const listen = () =>
  new Promise<string>((resolve) => {
    const server = createServer({ keepAliveTimeout: 30_000 }, receive).listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`),
    );
  });

process.once('disconnect', () => process.exit());
process.on('message', async (question: { ports: number } | { skip: number; count: number }) => {
  if ('ports' in question) {
    process.send!(await Promise.all(Array.from({ length: question.ports }, listen)));
    return;
  }
  [toSkip, left, first] = [question.skip, question.count, 0];
});
