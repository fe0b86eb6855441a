/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a command-line tool, never shipped */
import { compareCommand } from './compare/command';

process.exitCode = compareCommand(process.argv.slice(2), (text) => process.stdout.write(`${text}\n`));
