/** What one of several speakers says. */
export interface Voice {
  readonly say: (line: string) => void;
  /** Says no more. */
  readonly end: () => void;
}

interface Speaker {
  readonly kept: string[];
  hasEnded: boolean;
}

/**
 * Lets programs that run at the same time speak one after the other: the first is heard as it goes, and the next from
 * its beginning once that one has ended.
 */
export class Floor {
  private readonly speakers: Speaker[] = [];

  constructor(private readonly write: (line: string) => void) {}

  /** Joins the end of the line. */
  take(): Voice {
    const speaker: Speaker = { kept: [], hasEnded: false };
    this.speakers.push(speaker);
    return {
      say: (line) => {
        if (this.speakers[0] === speaker) this.write(line);
        else speaker.kept.push(line);
      },
      end: () => {
        speaker.hasEnded = true;
        this.goOn();
      },
    };
  }

  private goOn(): void {
    for (let first = this.speakers[0]; first?.hasEnded; first = this.speakers[0]) {
      this.speakers.shift();
      for (const line of this.speakers.at(0)?.kept.splice(0) ?? []) this.write(line);
    }
  }
}
