import { refuseArguments } from './config/arguments.ts';
import { StartupError } from './config/startup-error.ts';
import { runDemo } from './demo/run.ts';

async function main(): Promise<void> {
  refuseArguments(process.argv.slice(2));
  await runDemo();
}

main().catch((error) => {
  process.stderr.write(`rialto: ${error instanceof StartupError ? error.message : (error.stack ?? String(error))}\n`);
  process.exit(1);
});
