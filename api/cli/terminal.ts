import { printable } from '../../shared/platform/values/printable.js';

/** What is written to: a terminal, a pipe or a file. */
export interface Output {
  write(text: string): unknown;
}

/** Writes one line. Everything that the programs of the command line show goes through here. */
export function printTo(output: Output, line: string): void {
  output.write(`${printable(line)}\n`);
}

/** Writes each line of a text of our own. */
export function printLinesTo(output: Output, text: string): void {
  for (const line of text.split('\n')) printTo(output, line);
}
