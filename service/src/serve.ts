import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Serving } from './processes/fork.ts';
import { createService, type ServiceOptions } from './service.ts';
import { StartupError } from './startup-error.ts';

/** Serves by this process. */
export function serve(options: ServiceOptions): Serving {
  const { app, stop } = createService(options);
  return { port: listen(app, options.config), stop };
}

async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<number> {
  try {
    await app.listen({ host: HOST, port: PORT });
    return (app.server.address() as { port: number }).port;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new StartupError(`port ${PORT} on ${HOST} is taken; set PORT to another`);
    if (code === 'EACCES') {
      throw new StartupError(`port ${PORT} on ${HOST} may not be opened by this user; set PORT to one above 1023`);
    }
    throw new StartupError(`cannot listen on ${HOST}:${PORT}: ${message}`);
  }
}
