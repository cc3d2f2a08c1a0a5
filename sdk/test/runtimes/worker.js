import { tryOut } from './program.js';

export default {
  fetch: async (request) => Response.json(await tryOut(await request.json())),
};
