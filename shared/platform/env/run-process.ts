import { EnvError } from './env.js';

/** What runs until it is told to end. */
export interface Running {
  /** Goes on working while whoever sends it work learns to send it elsewhere. */
  drain?(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Runs a process to its end: starts it, closes it on SIGINT or SIGTERM, and turns a start that fails into one
 * message and exit code 1. SIGTERM drains it first; SIGINT does not, since a person waits for it. A second signal
 * ends it at once.
 */
export async function runProcess(start: () => Promise<Running>): Promise<void> {
  try {
    const running = await start();
    let leaving = false;
    const leave = async (signal: NodeJS.Signals): Promise<void> => {
      if (leaving) process.exit(1);
      leaving = true;
      if (signal === 'SIGTERM') await running.drain?.();
      await running.close();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => void leave(signal).finally(() => process.exit(0)));
    }
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
