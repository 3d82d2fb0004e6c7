import { clearLine, cursorTo } from 'node:readline';

/**
 * The terminal: lines that stay, and below them one that changes. Where the output is no terminal the changing
 * line is printed whenever it has changed.
 */
export class Screen {
  private shown = '';

  constructor(private readonly out: NodeJS.WriteStream = process.stdout) {}

  /** A line that stays. */
  say(line: string): void {
    this.wipe();
    this.out.write(`${line}\n`);
    this.paint();
  }

  /** What the changing line says from now on. */
  show(line: string): void {
    if (line === this.shown) return;
    this.wipe();
    this.shown = line;
    if (this.out.isTTY) this.paint();
    else this.out.write(`${line}\n`);
  }

  /** Leaves the changing line as it stands and begins below it. */
  end(): void {
    if (this.out.isTTY && this.shown !== '') this.out.write('\n');
    this.shown = '';
  }

  private wipe(): void {
    if (!this.out.isTTY || this.shown === '') return;
    cursorTo(this.out, 0);
    clearLine(this.out, 0);
  }

  private paint(): void {
    if (this.out.isTTY && this.shown !== '') this.out.write(this.shown.slice(0, this.out.columns - 1));
  }
}
