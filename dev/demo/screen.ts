import { clearLine, cursorTo } from 'node:readline';
import { printable } from '../../shared/platform/values/printable.js';

/**
 * The terminal: permanent lines with a status line below them. When the output is not a terminal, each new status is
 * printed as a line.
 */
export class Screen {
  private status = '';

  constructor(private readonly out: NodeJS.WriteStream = process.stdout) {}

  /** Prints a permanent line. */
  print(line: string): void {
    this.clearStatus();
    this.out.write(`${line.split('\n').map(printable).join('\n')}\n`);
    this.drawStatus();
  }

  /** Replaces the status line. */
  setStatus(text: string): void {
    const line = printable(text);
    if (line === this.status) return;
    this.clearStatus();
    this.status = line;
    if (this.out.isTTY) this.drawStatus();
    else this.out.write(`${line}\n`);
  }

  /** Keeps the last status as a permanent line. */
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
