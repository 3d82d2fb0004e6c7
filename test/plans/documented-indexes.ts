import { readFile } from 'node:fs/promises';

/** A row of docs/indexes.md. */
export interface DocumentedIndex {
  /** As `collection.index`. */
  readonly name: string;
  /** Its fields in their order; `-` before a descending one. */
  readonly fields: readonly string[];
  readonly needs: string;
  /** How its need is checked: `plan`, `unique`, `expiry` or `shard`. */
  readonly check: string;
}

const ROW = /^\| `([a-z_]+\.[a-z_]+)` \| (.+?) \| (.+?) \| (.*?) \|$/gm;

export async function documentedIndexes(): Promise<DocumentedIndex[]> {
  const text = await readFile('docs/indexes.md', 'utf8');
  return [...text.matchAll(ROW)].map(([, name = '', fields = '', needs = '', check = '']) => ({
    name,
    fields: fields.split(', '),
    needs,
    check,
  }));
}
