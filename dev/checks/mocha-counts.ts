import { stripVTControlCharacters } from 'node:util';
import type { Counts } from './run-step.js';

/**
 * Reads mocha's counts from the end of its output. A run that exits with an error without reporting a failure, as
 * after a crash, counts as one failure.
 */
export function mochaCounts(lines: readonly string[], ok: boolean): Counts {
  const counted = (word: string): number => {
    const pattern = new RegExp(`^ {2}(\\d+) ${word}\\b`);
    const found = lines.map((line) => pattern.exec(stripVTControlCharacters(line))?.[1]).filter(Boolean);
    return Number(found.at(-1) ?? 0);
  };
  const failed = counted('failing');
  return { passed: counted('passing'), failed: failed === 0 && !ok ? 1 : failed };
}
