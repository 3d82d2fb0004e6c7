/** The output of one program. */
export interface QueuedOutput {
  readonly print: (line: string) => void;
  readonly end: () => void;
}

interface Entry {
  readonly buffered: string[];
  hasEnded: boolean;
}

/**
 * Prints the output of concurrent programs one after another. The first program's lines are printed immediately; the
 * others' are buffered until all programs before them have ended.
 */
export class OutputQueue {
  private readonly entries: Entry[] = [];

  constructor(private readonly write: (line: string) => void) {}

  /** Appends an output to the queue. */
  open(): QueuedOutput {
    const entry: Entry = { buffered: [], hasEnded: false };
    this.entries.push(entry);
    return {
      print: (line) => {
        if (this.entries[0] === entry) this.write(line);
        else entry.buffered.push(line);
      },
      end: () => {
        entry.hasEnded = true;
        this.flush();
      },
    };
  }

  private flush(): void {
    for (let first = this.entries[0]; first?.hasEnded; first = this.entries[0]) {
      this.entries.shift();
      for (const line of this.entries.at(0)?.buffered.splice(0) ?? []) this.write(line);
    }
  }
}
