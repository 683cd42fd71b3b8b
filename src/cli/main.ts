#!/usr/bin/env node
import { createRequire } from 'node:module';
import pc from 'picocolors';
import { runCommandLine } from './command-line.js';

const { version } = createRequire(import.meta.url)('eslint-plugin-idempotency/package.json') as { version: string };

// `check | head` closes the pipe early; what was asked for has been read then.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  cwd: process.cwd(),
  version,
  hasColor: pc.isColorSupported && Boolean(process.stdout.isTTY || 'FORCE_COLOR' in process.env),
  isInteractive: Boolean(process.stderr.isTTY),
  out: text => void process.stdout.write(text),
  error: text => void process.stderr.write(text),
});
