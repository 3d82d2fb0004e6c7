import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Encodings of a file, with the suffixes of its names; the first that a browser takes is sent. */
export const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

export type Encoding = keyof typeof ENCODINGS;

export interface ConsoleFile {
  readonly type: string;
  readonly encodings: readonly Encoding[];
  /** Reads the file in one of its encodings; null is the file as it is. */
  read(encoding: Encoding | null): Promise<Buffer>;
}

/** The files of the built console. */
export interface ConsoleFiles {
  /** Reads the page that every screen starts with; null when the console is not built. */
  shell(): Promise<Buffer | null>;
  /** By name; their contents never change. */
  readonly assets: ReadonlyMap<string, ConsoleFile>;
}

/** Lists the files once: a name that is not listed never becomes a path. */
export function listConsoleFiles(folder: string): ConsoleFiles {
  const shell = join(folder, 'index.html');
  const assets = join(folder, 'assets');
  const names = new Set(existsSync(assets) ? readdirSync(assets) : []);
  const isEncoded = (name: string): boolean =>
    Object.values(ENCODINGS).some((suffix) => name.endsWith(suffix));
  const file = (name: string): ConsoleFile => ({
    type: extname(name),
    encodings: (Object.keys(ENCODINGS) as Encoding[]).filter((each) => names.has(name + ENCODINGS[each])),
    read: (encoding) => readFile(join(assets, name + (encoding === null ? '' : ENCODINGS[encoding]))),
  });
  return {
    shell: async () => (existsSync(shell) ? readFile(shell) : null),
    assets: new Map([...names].filter((name) => !isEncoded(name)).map((name) => [name, file(name)])),
  };
}
