import { createRequire } from 'node:module';
import type Mocha from 'mocha';

/** The event that a lane adds to those of mocha after the last test of a file. */
export const FILE_END = 'file end';

export interface FileEnd {
  readonly lane: number;
  /** The path of the compiled file. */
  readonly file: string;
  readonly seconds: number;
}

/** Mocha's own reporter of its workers, which sends the events of a file to the main process when the file ends. */
interface WorkerReporter {
  createListener(event: string): (data: object) => void;
  done(failures: number, callback: (result: unknown) => void): void;
}

const Buffered = createRequire(import.meta.url)('mocha/lib/nodejs/reporters/parallel-buffered.cjs') as new (
  runner: Mocha.Runner,
  options: Mocha.MochaOptions,
) => WorkerReporter;

/** The reporter of a lane: adds how long the file took, its hooks included. */
export default class LaneReporter extends Buffered {
  private readonly started = performance.now();
  private readonly file: string;

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    this.file = runner.suite.suites[0]?.file ?? '';
  }

  override done(failures: number, callback: (result: unknown) => void): void {
    const seconds = (performance.now() - this.started) / 1000;
    const end: FileEnd = { lane: Number(process.env['MOCHA_WORKER_ID']) + 1, file: this.file, seconds };
    this.createListener(FILE_END)(end);
    super.done(failures, callback);
  }
}
