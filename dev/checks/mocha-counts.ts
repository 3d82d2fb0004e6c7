import { stripVTControlCharacters } from 'node:util';
import type { Counts } from './run-step.js';

/**
 * Mocha's own counts, from the end of its output. A run that ended badly without counting a failure (it could
 * not start, or crashed) counts as one.
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
