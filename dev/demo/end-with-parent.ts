/**
 * Loaded before a process of the demo (`node --import`): the process is asked to stop when its input ends, which
 * it does however the process at the other end dies, SIGKILL included. So nothing is ever left behind.
 */
const GRACE_MS = 15_000;

process.stdin.resume();
process.stdin.once('end', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), GRACE_MS).unref();
});
process.stdin.on('error', () => undefined);
// Its input alone keeps no process running.
if ('unref' in process.stdin) process.stdin.unref();
