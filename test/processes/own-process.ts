import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { eventually } from '../fixtures/eventually.js';
import { watchLog } from '../fixtures/log-watch.js';

/** No promise of the service: a busy machine takes minutes to start or to end a process. */
const MAX_MS = 600_000;
/** Ends every process that was started, however the test run ends. */
const END_WITH_PARENT = new URL('../../dev/demo/end-with-parent.js', import.meta.url).href;

/** One line of a process's log. */
export interface LogLine {
  readonly msg?: string;
  readonly [field: string]: unknown;
}

/** An API or a worker in its own process, and its log. */
export class OwnProcess {
  readonly lines: LogLine[] = [];
  private readonly child: ChildProcess;
  private readonly exit: Promise<[code: number | null, signal: string | null]>;

  /** @param script relative to the compiled project, such as `programs/worker.js` */
  constructor(
    private readonly script: string,
    env: NodeJS.ProcessEnv,
  ) {
    const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
    const child = spawn(process.execPath, ['--import', END_WITH_PARENT, path], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.child = child;
    // 'close' follows the last line of the log; 'exit' may come before it.
    this.exit = once(child, 'close') as typeof this.exit;
    // Read to the end, because a full pipe would block the process.
    createInterface(child.stdout).on('line', (line) => {
      watchLog(line);
      this.lines.push(JSON.parse(line) as LogLine);
    });
  }

  /** Returns the first line with this message. @throws Error if the process ends before it, or after three minutes */
  says(msg: string): Promise<LogLine> {
    return eventually(
      `${this.script} says: ${msg}`,
      () => {
        const line = this.lines.find((candidate) => candidate.msg === msg);
        const { exitCode, signalCode } = this.child;
        if (!line && (exitCode !== null || signalCode !== null)) throw new Error(`${this.script} has ended`);
        return line;
      },
      MAX_MS,
    );
  }

  /**
   * Waits for the end and returns the exit code or the name of the signal. @throws Error if it has not ended within
   * ten minutes; it is then killed
   */
  async ended(): Promise<number | string> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => {
        resolve(null);
      }, MAX_MS);
    });
    const end = await Promise.race([this.exit, late]);
    clearTimeout(timer);
    if (end) return end[0] ?? end[1] ?? 'nothing';
    this.child.kill('SIGKILL');
    throw new Error(`${this.script} did not end`);
  }

  /** Sends SIGTERM and returns the exit code or signal. */
  stop(): Promise<number | string> {
    this.child.kill('SIGTERM');
    return this.ended();
  }

  /** Sends SIGKILL, if it has not ended, and waits for the end. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exit;
  }
}
