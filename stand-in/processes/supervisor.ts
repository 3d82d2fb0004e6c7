import { spawn } from 'node:child_process';
import { writeFileSync, rmSync } from 'node:fs';

/**
 * `node supervisor.js <pid file> <stop signal> <command> [args]` runs a command and stops it when the supervisor's
 * input ends. The input also ends when the parent is killed, so no server outlives it. Ignores Ctrl-C, so that the
 * parent decides the order in which servers stop.
 */
const GRACE_MS = 20_000;

const [pidFile = '', stopSignal = 'SIGTERM', command = '', ...args] = process.argv.slice(2);

writeFileSync(pidFile, String(process.pid));
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

function end(code: number): void {
  rmSync(pidFile, { force: true });
  process.exit(code);
}

child.once('error', (error) => {
  process.stderr.write(`${command}: ${error.message}\n`);
  end(127);
});
child.once('exit', (code) => {
  end(code ?? 1);
});

function stop(): void {
  child.kill(stopSignal as NodeJS.Signals);
  setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
}

process.stdin.resume();
process.stdin.once('end', stop);
process.on('SIGTERM', stop);
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
