import { readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** The folder of the unpacked libraries, such as usr/lib/x86_64-linux-gnu, and the name of the dynamic loader. */
async function findLoader(root: string): Promise<{ folder: string; loader: string }> {
  for (const folder of await readdir(join(root, 'usr/lib'))) {
    if (!folder.includes('-linux-gnu')) continue;
    const files = await readdir(join(root, 'usr/lib', folder));
    const loader = files.find((name) => /^ld-linux.*\.so\.\d+$/.test(name));
    if (loader !== undefined) return { folder: join('usr/lib', folder), loader };
  }
  throw new Error('the packages hold no dynamic loader');
}

/**
 * Makes an unpacked program run with the unpacked libraries. Renames the program to `.bin` and puts a script in its
 * place, which starts it through the unpacked loader. The script uses relative paths, so the folder may be moved.
 */
export async function wrapProgram(
  root: string,
  program: string,
  libraries: readonly string[],
): Promise<void> {
  const { folder, loader } = await findLoader(root);
  const path = join(root, program);
  const folders = [folder, join(folder, 'blas'), join(folder, 'lapack'), ...libraries];
  await rename(path, `${path}.bin`);
  await writeFile(
    path,
    [
      '#!/bin/sh',
      `root=\${0%/*}/${relative(dirname(path), root)}`,
      `exec "$root/${folder}/${loader}" --library-path "${folders.map((one) => `$root/${one}`).join(':')}" ` +
        `--argv0 "$0" "$0.bin" "$@"`,
      '',
    ].join('\n'),
    { mode: 0o755 },
  );
}
