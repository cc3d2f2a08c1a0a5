import Fastify from 'fastify';

/** Plain Fastify with one response from memory, to compare reads with. It ends with its parent. */
process.once('disconnect', () => process.exit());
process.once('message', async (body: string) => {
  const app = Fastify({ logger: false });
  app.get('/static', (_request, reply) => {
    reply.type('application/json; charset=utf-8').send(body);
  });
  process.send!(await app.listen({ host: '127.0.0.1', port: 0 }));
});
