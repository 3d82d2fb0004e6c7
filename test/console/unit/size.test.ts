import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';

const FOLDER = 'dist/console';
const MAX_IN_ALL = 600_000;
const MAX_OF_A_SCREEN = 350_000;

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
}

describe('size of the console', () => {
  const manifest = JSON.parse(readFileSync(join(FOLDER, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const sizes = new Map<string, number>();

  /** Bytes of a file as gzip sends it. */
  function sizeOf(file: string): number {
    const known = sizes.get(file) ?? gzipSync(readFileSync(join(FOLDER, file)), { level: 9 }).length;
    sizes.set(file, known);
    return known;
  }

  /** The scripts and styles that a browser loads for a chunk, each once. */
  function filesOf(name: string, seen = new Set<string>()): Set<string> {
    const chunk = manifest[name];
    if (!chunk || seen.has(chunk.file)) return seen;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
    for (const imported of chunk.imports ?? []) filesOf(imported, seen);
    return seen;
  }

  const total = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + sizeOf(file), 0);
  const names = Object.keys(manifest);
  const entry = names.find((name) => manifest[name]?.isEntry) ?? '';

  it('is at most 600 kB of scripts, styles and fonts', () => {
    const files = new Set(
      names.flatMap((name) => [manifest[name]?.file ?? '', ...(manifest[name]?.css ?? [])]),
    );
    expect(total(files)).to.be.at.most(MAX_IN_ALL);
  });

  it('is at most 350 kB of scripts and styles for the first visit to any screen, with any of its parts', () => {
    const screens = names.filter((name) => manifest[name]?.isDynamicEntry && name.endsWith('-page.tsx'));
    expect(screens).to.not.be.empty;
    const tooLarge = screens.flatMap((screen) => {
      const shell = filesOf(screen, filesOf(entry));
      // A URL can open a tab, which is a part that the screen loads by itself; dialogs are such parts too.
      const parts = manifest[screen]?.dynamicImports ?? [];
      return [screen, ...parts]
        .map((part) => ({ screen, part, bytes: total(filesOf(part, new Set(shell))) }))
        .filter(({ bytes }) => bytes > MAX_OF_A_SCREEN);
    });
    expect(tooLarge).to.deep.equal([]);
  });
});
