const MAX_NAMED = 1000;

/** A fleet that cannot be imported: the first 1,000 faults, each with its path, and the count of all. */
export class BadFleet extends Error {
  override readonly name = 'BadFleet';
  constructor(
    readonly faults: readonly string[],
    readonly count: number,
  ) {
    super(`The fleet has ${count} ${count === 1 ? 'fault' : 'faults'} and was not imported`);
  }
}

/** Collects the faults of a fleet: keeps the first 1,000 and counts all. */
export class Faults {
  private readonly named: string[] = [];
  private count = 0;

  /** @param path such as `devices[3].mac_id` */
  add(path: string, text: string): void {
    this.addLine(`${path}: ${text}`);
  }

  addLine(line: string): void {
    this.count += 1;
    if (this.named.length < MAX_NAMED) this.named.push(line);
  }

  /** @throws BadFleet when there are any */
  refuse(): void {
    if (this.count > 0) throw new BadFleet(this.named, this.count);
  }
}
