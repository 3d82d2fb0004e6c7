import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { plainNamesOf, type PlainNames } from './library-names.ts';

const LIBRARY = '@cloudscape-design/components/';
const FOLDER = join(import.meta.dirname, '../../node_modules', LIBRARY);
const THEME = join(FOLDER, 'internal/base-theme/styles.scoped.css');
const PROPERTIES = join(FOLDER, 'internal/generated/custom-css-properties/index.js');

/**
 * Hashes in the library's names of classes and custom properties let several versions share a page. The console has
 * one version, with its theme: names without hashes, and values without fallbacks, compress to two thirds.
 */
export function plainNames(): Plugin {
  let plain: PlainNames = (code) => code;
  return {
    name: 'plain-names',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      plain = plainNamesOf(await readFile(THEME, 'utf8'), await readFile(PROPERTIES, 'utf8'));
    },
    transform: (code, id) => (id.includes(LIBRARY) ? plain(code) : null),
  };
}
