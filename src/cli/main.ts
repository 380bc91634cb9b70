import { Command, CommanderError } from 'commander';
import { ReverieError } from '../core/errors.ts';
import { benchCommand } from './commands/bench.ts';
import { checkCommand } from './commands/check.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { inspectCommand } from './commands/inspect.ts';
import { perfCommand } from './commands/perf.ts';
import { recordCommand } from './commands/record.ts';
import { replayCommand } from './commands/replay.ts';
import { runCommand } from './commands/run.ts';
import { screenshotsCommand } from './commands/screenshots.ts';
import { sitesCommand } from './commands/sites.ts';
import { studyCommand } from './commands/study.ts';

/** 1 is kept for "below the bar". */
const EXIT: Record<ReverieError['code'], number> = {
  usage: 2,
  format: 2,
  environment: 3,
  closed: 3,
  ended: 4,
  internal: 4,
};

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ReverieError) {
    process.stderr.write(`${error.message.replaceAll('\n', ' ')}\n`);
    return EXIT[error.code];
  }
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`internal: ${reason.split('\n')[0]}\n`);
  if (process.env['DEBUG'] && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return EXIT.internal;
}

const program = new Command('reverie')
  .description('Train small web agents in a browser tab, by dreaming.')
  .addHelpText(
    'after',
    '\nExit codes: 0 fine, 1 below --min-success (perf: not the same losses; check: not the same pages; replay: a step failed), 2 usage or bad file, 3 the browser or machine failed, 4 a bug.',
  )
  // Options after the name of a command are that command's: one and its subcommand may have options of the same name.
  .enablePositionalOptions()
  .configureHelp({ sortSubcommands: false });
for (const make of [
  runCommand,
  recordCommand,
  benchCommand,
  checkCommand,
  inspectCommand,
  sitesCommand,
  studyCommand,
  importCommand,
  replayCommand,
  exportCommand,
  doctorCommand,
  perfCommand,
  screenshotsCommand,
])
  program.addCommand(make());
for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
  command.exitOverride();

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
// Commands close what they opened; a timer of a browser that was killed must not keep the terminal waiting.
process.stdout.write('', () => process.exit());
