/** Takes what is wrong with a fleet. @param path such as `devices[3].mac_id` */
export interface FaultLog {
  add(path: string, text: string): void;
}

/** The check of a fleet ends at this fault: a file of millions of bad records is refused as soon as a small one. */
export const MAX_FAULTS = 1000;

/** A fleet that cannot be imported, with its faults, each with its path: all of them, or the first 1,000. */
export class BadFleet extends Error {
  override readonly name = 'BadFleet';
  constructor(readonly faults: readonly string[]) {
    const count = faults.length === MAX_FAULTS ? `at least ${MAX_FAULTS}` : faults.length;
    super(`The fleet has ${count} ${count === 1 ? 'fault' : 'faults'} and was not imported`);
  }
}

/** Collects the faults of a fleet. */
export class Faults implements FaultLog {
  private readonly named: string[] = [];

  /** @throws BadFleet at the thousandth */
  add(path: string, text: string): void {
    this.addLine(`${path}: ${text}`);
  }

  addLine(line: string): void {
    this.named.push(line);
    if (this.named.length === MAX_FAULTS) this.refuse();
  }

  /** @throws BadFleet when there are any */
  refuse(): void {
    if (this.named.length > 0) throw new BadFleet(this.named);
  }
}
