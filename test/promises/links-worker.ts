import { parentPort } from 'node:worker_threads';
import { openLinks, type Processes } from './links.ts';
import type { Call } from './links-thread.ts';

let processes: Processes = new Map();
const links = openLinks(() => processes);

parentPort!.on('message', async (call: Call) => {
  if (call.name === 'processes') processes = call.processes;
  else parentPort!.postMessage(await act(call));
});

async function act(call: Exclude<Call, { name: 'processes' }>): Promise<number> {
  if (call.name === 'open') return links.open(call.host, call.service, call.port);
  if (call.name === 'cut') await links.cut(call.cut);
  if (call.name === 'reconnect') await links.reconnect();
  if (call.name === 'close') await links.close();
  return 0;
}
