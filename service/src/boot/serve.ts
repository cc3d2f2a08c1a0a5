import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import type { Serving } from './fork.ts';
import { createService, type ServiceOptions } from './service.ts';

/**
 * Connections that may wait to be accepted; a lower `somaxconn` of the kernel takes precedence. With Node's default of
 * 511 a burst while the event loop is busy, for example when all clients reconnect, would wait for TCP retries: a
 * second, then two.
 */
export const BACKLOG = 4_096;

/** Serves in this process. */
export function serve(options: ServiceOptions): Serving {
  const { app, stop } = createService(options);
  return { port: listen(app, options.config), stop };
}

async function listen(app: FastifyInstance, config: Config): Promise<number> {
  try {
    await app.listen({ host: config.HOST, port: config.PORT, backlog: BACKLOG });
    return (app.server.address() as { port: number }).port;
  } catch (error) {
    throw closedPort(error as NodeJS.ErrnoException, config);
  }
}

/** Opens the port and closes it again. Rejects with StartupError. */
export async function openPort(config: Config): Promise<void> {
  const server = createServer().listen(config.PORT, config.HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw closedPort(error as NodeJS.ErrnoException, config);
  }
  await once(server.close(), 'close');
}

function closedPort({ code, message }: NodeJS.ErrnoException, { HOST, PORT }: Config): StartupError {
  if (code === 'EADDRINUSE') return new StartupError(`port ${PORT} on ${HOST} is in use. Set PORT to another port`);
  if (code === 'EACCES')
    return new StartupError(`this user may not open port ${PORT} on ${HOST}. Set PORT to a port above 1023`);
  return new StartupError(`cannot listen on ${HOST}:${PORT}: ${message}`);
}
