/** A clock that only the test moves. */
export class TestClock {
  private ms: number;

  constructor(start: string | Date = '2026-06-15T12:00:00Z') {
    this.ms = new Date(start).getTime();
  }

  /** For `now`. */
  readonly now = (): Date => new Date(this.ms);

  advance(seconds: number): void {
    this.ms += seconds * 1000;
  }

  set(at: string | Date): void {
    this.ms = new Date(at).getTime();
  }
}

/** The clock of processes that the test does not run itself. */
export class RealClock extends TestClock {
  override readonly now = (): Date => new Date();
}
