#!/usr/bin/env node
import { CommanderError } from 'commander';
import { version } from '../../sdk/src/generated/version.ts';
import { exitCodes, report, Usage } from './failure.ts';
import { useColors } from './print.ts';
import { createProgram } from './program.ts';

const program = createProgram(version);
// With --json `report` prints usage errors instead of commander. They can occur before the options are parsed.
const json = process.argv.includes('--json');
for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
  command.exitOverride();
  if (json) command.configureOutput({ outputError: () => {}, writeErr: () => {} });
}
program.hook('preAction', () => useColors(program.opts().color));
// A reader that exits early (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
    const message =
      error.code === 'commander.help' ? 'A command is required. --help lists the commands.' : error.message;
    if (json && error.exitCode !== 0) report(new Usage(message.replace(/^error: /, '')), true);
  } else {
    useColors(program.opts().color);
    process.exitCode = report(error, program.opts().json === true);
  }
}
