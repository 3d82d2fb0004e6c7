/** What one of several speakers says. */
export interface QueuedOutput {
  readonly print: (line: string) => void;
  /** Says no more. */
  readonly end: () => void;
}

interface Entry {
  readonly buffered: string[];
  hasEnded: boolean;
}

/**
 * Lets programs that run at the same time speak one after the other: the first is heard as it goes, and the next from
 * its beginning once that one has ended.
 */
export class OutputQueue {
  private readonly entries: Entry[] = [];

  constructor(private readonly write: (line: string) => void) {}

  /** Joins the end of the line. */
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
