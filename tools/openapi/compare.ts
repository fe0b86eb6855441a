import { compareCommand } from './compare/command';

process.exitCode = compareCommand(process.argv.slice(2), (text) => process.stdout.write(`${text}\n`));
