import type { FileResults } from './run-specifications.js';

interface Counts {
  pass: number;
  fail: number;
  skip: number;
  /** The number of skipped tests by reason. */
  readonly reasons: Map<string, number>;
}

/** Counts results by folder, and lists failures and the reasons for skipped tests. */
export class Summary {
  readonly #folders = new Map<string, Counts>();
  readonly #failures: string[] = [];

  get failed(): boolean {
    return this.#failures.length > 0;
  }

  get empty(): boolean {
    return this.#folders.size === 0;
  }

  add({ folder, file, results }: FileResults): void {
    const none: Counts = { pass: 0, fail: 0, skip: 0, reasons: new Map() };
    const counts = this.#folders.get(folder) ?? none;
    this.#folders.set(folder, counts);
    for (const { status, description, reason = '' } of results) {
      counts[status] += 1;
      if (status === 'skip') counts.reasons.set(reason, (counts.reasons.get(reason) ?? 0) + 1);
      if (status === 'fail') this.#failures.push(`FAIL ${file}: ${description}\n     ${reason}\n`);
    }
  }

  text(): string {
    if (this.empty) return 'no test in the unified test format found\n';
    const lines = [...this.#folders].map(
      ([folder, { pass, fail, skip, reasons }]) =>
        `${folder}: ${pass} passed, ${fail} failed, ${skip} skipped\n` +
        [...reasons].map(([reason, count]) => `     ${count} skipped: ${reason}\n`).join(''),
    );
    return [...this.#failures, ...lines].join('');
  }
}
