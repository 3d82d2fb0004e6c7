import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';
import Mocha from 'mocha';
import { FILE_END, type FileEnd } from './lane-reporter.js';

const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS } = Mocha.Runner.constants;
/** Files that the end lists as the slowest. */
const SLOWEST = 10;

/** Mocha's runner in parallel mode. */
type ParallelRunner = Mocha.Runner & { workerReporter(path: string): void };

interface FinishedFile extends FileEnd {
  readonly tests: number;
}

/**
 * Prints a line for each finished file, with its lane, the position in the run and the time left, and its failures at
 * once; at the end the slowest files, the failures again and mocha's counts.
 */
export default class ProgressReporter extends Mocha.reporters.Base {
  private readonly started = performance.now();
  private readonly files: FinishedFile[] = [];
  private readonly total: number;
  private tests = 0;
  private printed = 0;

  constructor(runner: ParallelRunner, options: Mocha.MochaOptions) {
    super(runner, options);
    this.total = Number((options.reporterOptions as { files?: string } | undefined)?.files ?? 0);
    runner.workerReporter(fileURLToPath(new URL('lane-reporter.js', import.meta.url)));
    for (const event of [EVENT_TEST_PASS, EVENT_TEST_FAIL]) runner.on(event, () => (this.tests += 1));
    // An event of the lane's reporter, which mocha's types do not know.
    (runner as NodeJS.EventEmitter).on(FILE_END, (end: FileEnd) => {
      this.printFile(end);
    });
    runner.once(EVENT_RUN_END, () => {
      this.printSlowest();
      this.epilogue();
    });
  }

  private printFile({ lane, file, seconds }: FileEnd): void {
    const end = { lane, file: relative('dist', file), seconds, tests: this.tests };
    this.tests = 0;
    this.files.push(end);
    const failures = this.failures.slice(this.printed);
    this.printed = this.failures.length;
    const mark = failures.length === 0 ? 'ok' : 'FAILED';
    const place = `${this.files.length}/${this.total}`;
    Mocha.reporters.Base.consoleLog(
      `lane ${lane}  ${place}  ${this.left()}  ${end.file}  ${mark}, ${end.tests} tests, ${seconds.toFixed(1)} s`,
    );
    if (failures.length > 0) Mocha.reporters.Base.list(failures);
  }

  /** The time left when the remaining files take as long as those that have ended. */
  private left(): string {
    const elapsed = (performance.now() - this.started) / 1000;
    const seconds = Math.round((elapsed / this.files.length) * Math.max(0, this.total - this.files.length));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`;
  }

  private printSlowest(): void {
    const slowest = this.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
    const lines = slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
    Mocha.reporters.Base.consoleLog(`\nThe slowest files:\n${lines.join('\n')}`);
  }
}
