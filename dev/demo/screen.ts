import { clearLine, cursorTo } from 'node:readline';

/**
 * The terminal: lines that stay, and below them one that changes. Where the output is no terminal the changing
 * line is printed whenever it has changed.
 */
export class Screen {
  private status = '';

  constructor(private readonly out: NodeJS.WriteStream = process.stdout) {}

  /** A line that stays. */
  print(line: string): void {
    this.clearStatus();
    this.out.write(`${line}\n`);
    this.drawStatus();
  }

  /** What the changing line says from now on. */
  setStatus(line: string): void {
    if (line === this.status) return;
    this.clearStatus();
    this.status = line;
    if (this.out.isTTY) this.drawStatus();
    else this.out.write(`${line}\n`);
  }

  /** Leaves the changing line as it stands and begins below it. */
  end(): void {
    if (this.out.isTTY && this.status !== '') this.out.write('\n');
    this.status = '';
  }

  private clearStatus(): void {
    if (!this.out.isTTY || this.status === '') return;
    cursorTo(this.out, 0);
    clearLine(this.out, 0);
  }

  private drawStatus(): void {
    if (this.out.isTTY && this.status !== '') this.out.write(this.status.slice(0, this.out.columns - 1));
  }
}
