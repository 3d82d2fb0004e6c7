import { EnvError } from './env.js';

/** A running process. */
export interface Running {
  /** Continues to serve while load balancers and clients switch to other processes. */
  drain?(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Runs a process until SIGINT or SIGTERM closes it. A failed start prints one message and exits with code 1. Only
 * SIGTERM drains, because a person waits for SIGINT; a second signal exits at once.
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
    return `The address is in use already: ${error.message}. Choose another port, or stop the other process.`;
  }
  return error instanceof Error ? error.message : String(error);
}
