import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

/** Builds the console into dist/console, with each text file also as .br and .gz. */
const COMPRESSED = /\.(?:js|css)$/;
const BROTLI_QUALITY = 9;

const folder = join(import.meta.dirname, '../../console');
const assets = join(folder, 'assets');

await build({ root: join(import.meta.dirname, '../../../console'), logLevel: 'warn' });
const names = (await readdir(assets)).filter((name) => COMPRESSED.test(name));
await Promise.all(names.map(compress));

async function compress(name: string): Promise<void> {
  const file = join(assets, name);
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
