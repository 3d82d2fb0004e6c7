import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The title of a test, where it stands. */
export interface TestTitle {
  readonly file: string;
  /** What is put in by a template is shown as an ellipsis. */
  readonly title: string;
}

const TITLE = /\bit\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\[^]|[^`\\])*)`)/g;

/** The titles in the source of one test file, in their order. */
export function titlesIn(file: string, source: string): TestTitle[] {
  return [...source.matchAll(TITLE)].map(([, single, double, template]) => {
    const text = single ?? double ?? template ?? '';
    return { file, title: text.replace(/\$\{[^}]*\}/g, '…').replace(/\\(['"`])/g, '$1') };
  });
}

/** The titles of all tests under a folder; reads every `*.test.ts` once. */
export async function collectTitles(folder: string): Promise<TestTitle[]> {
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter((entry) => entry.endsWith('.test.ts')).sort();
  const sources = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return sources.flatMap((source, at) => titlesIn(files[at] ?? '', source));
}
