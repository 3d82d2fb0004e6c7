import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ArchiveEntry } from './archive.js';

/** The files of an archive in the order in which they were added, each after its folders. */
export class FileList {
  readonly entries = new Map<string, ArchiveEntry>();

  /** Adds a file or a link of the host. A folder is added with all that is in it. */
  async copy(from: string, to: string): Promise<void> {
    const found = await lstat(from);
    if (found.isDirectory()) {
      for (const name of (await readdir(from)).sort()) await this.copy(join(from, name), join(to, name));
    } else if (found.isSymbolicLink()) {
      this.link(await readlink(from), to);
    } else {
      const isProgram = (found.mode & 0o100) !== 0;
      this.#add(to, { kind: 'file', content: await readFile(from), isProgram });
    }
  }

  /** Adds a file with the content that a link of the host leads to. */
  async copyContent(from: string, to: string): Promise<void> {
    this.#add(to, { kind: 'file', content: await readFile(from), isProgram: true });
  }

  link(target: string, path: string): void {
    this.#add(path, { kind: 'link', target });
  }

  text(path: string, text: string): void {
    this.#add(path, { kind: 'file', content: Buffer.from(text), isProgram: false });
  }

  folder(path: string): void {
    this.#add(path, { kind: 'folder' });
  }

  #add(path: string, entry: ArchiveEntry): void {
    const parent = dirname(path);
    if (parent !== '.' && !this.entries.has(parent)) this.folder(parent);
    this.entries.set(path, entry);
  }
}
