import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A test that must fail without a protection; docs/reliability.md has a row for each. */
export interface UnprotectedTest {
  readonly protection: string;
  /** The anchor of the row. A comment above the test names it. */
  readonly rule: string;
  /** Relative to the project's folder. */
  readonly file: string;
  /** A regular expression that matches the titles of the test. */
  readonly title: string;
}

const ROW = /^\| <a id="([\w-]+)">.*\| `([\w-]+)` +\|$/gm;
const TITLE = /(?: *\/\/ .*\n)* *it\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/y;

/**
 * Reads the rows of docs/reliability.md that name a protection, and finds the test of each.
 * @throws Error naming a row without a test
 */
export async function readUnprotectedTests(): Promise<UnprotectedTest[]> {
  const rows = [...(await readFile('docs/reliability.md', 'utf8')).matchAll(ROW)];
  const names = (await readdir('test', { recursive: true })).filter((name) => name.endsWith('.test.ts'));
  const files = names.map((name) => join('test', name));
  const sources = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
  );
  return rows.map(([, rule = '', protection = '']) => {
    for (const [file, source] of sources) {
      const title = titleBelow(source, `// docs/reliability.md#${rule}\n`);
      if (title !== null) return { protection, rule, file, title };
    }
    throw new Error(`No test has the comment // docs/reliability.md#${rule}`);
  });
}

/** The title of the test below a comment, as a regular expression: `${…}` in a template matches anything. */
function titleBelow(source: string, comment: string): string | null {
  const at = source.indexOf(comment);
  if (at === -1) return null;
  TITLE.lastIndex = at + comment.length;
  const title = TITLE.exec(source)?.[2];
  if (title === undefined) return null;
  const parts = title.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `${parts.join('.*')}$`;
}
