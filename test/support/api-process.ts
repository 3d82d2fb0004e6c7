import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../api/main.js', import.meta.url));

/** An API in a process of its own, which a test may kill. */
export interface ApiProcess {
  readonly url: string;
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts one on a free port, on the stores of the test run, and waits until it listens. */
export async function startApiProcess(env: NodeJS.ProcessEnv = {}): Promise<ApiProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'info',
      RATE_LIMIT_PER_MINUTE: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    // Read to the end: a full pipe would stop the process.
    createInterface(child.stdout).on('line', (line) => {
      const listening = /"url":"([^"]+)"/.exec(line)?.[1];
      if (listening !== undefined) resolve(listening);
    });
    void gone.then(() => {
      reject(new Error('the API ended before it listened'));
    });
  });
  return {
    url,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
