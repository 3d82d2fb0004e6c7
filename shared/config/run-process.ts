import { EnvError } from './env.js';

/**
 * Runs a process to its end: starts it, closes it on SIGINT or SIGTERM, and turns a start that fails into one
 * message and exit code 1. A second signal ends it at once.
 */
export async function runProcess(start: () => Promise<{ close(): Promise<void> }>): Promise<void> {
  try {
    const running = await start();
    let closing = false;
    const stop = (): void => {
      if (closing) process.exit(1);
      closing = true;
      void running.close().finally(() => process.exit(0));
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  } catch (error) {
    process.stderr.write(`${startFailure(error)}\n`);
    process.exit(1);
  }
}

function startFailure(error: unknown): string {
  if (error instanceof EnvError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `The address is in use already: ${error.message}. Choose another PORT or WORKER_PORT, or stop the other process.`;
  }
  return error instanceof Error ? error.message : String(error);
}
