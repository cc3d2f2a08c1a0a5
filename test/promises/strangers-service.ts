// A service in its own process, so that it does not share its event loop with the measuring test. argv: settings and
// database, as JSON.
import { startTestService } from '../../service/test/support/harness.ts';

const { env, url } = JSON.parse(process.argv[2]!) as { env: Record<string, string>; url: string };
const service = await startTestService(env, { url });
process.on('disconnect', async () => {
  await service.stop();
  process.exit();
});
process.send!(service.base);
