import { lstat, readdir, rename, rmdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of a root that Debian's installer replaces by links into `usr`. */
const MERGED = ['bin', 'lib', 'lib64', 'sbin'] as const;

/** Makes the folder of unpacked packages one that programs can have as their root, as far as its folders go. */
export async function mergeUsr(root: string): Promise<void> {
  for (const folder of MERGED) {
    await moveInto(join(root, folder), join(root, 'usr', folder));
    await symlink(`usr/${folder}`, join(root, folder));
  }
}

/** Moves a folder's entries into another folder, which may have some of the same subfolders. */
async function moveInto(from: string, to: string): Promise<void> {
  const there = await lstat(to).catch(() => undefined);
  if (there === undefined) {
    await rename(from, to);
    return;
  }
  for (const entry of await readdir(from)) {
    await moveInto(join(from, entry), join(to, entry));
  }
  await rmdir(from);
}
