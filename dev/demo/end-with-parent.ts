/**
 * Loaded before a process of the demo (`node --import`). Stops the process when its input ends, which happens however
 * the demo ends, even by SIGKILL.
 */
const GRACE_MS = 15_000;

process.stdin.resume();
process.stdin.once('end', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), GRACE_MS).unref();
});
process.stdin.on('error', () => undefined);
// The input must not keep the process running.
if ('unref' in process.stdin) process.stdin.unref();
