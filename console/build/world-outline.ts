import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { pathOf, UNITS_PER_DEGREE, type Land } from './outline-path.ts';

const NAME = 'virtual:world-outline';
const ATLAS = 'world-atlas/land-110m.json';

/** Makes the module of the outline of the world: path data, which takes a third of the bytes of the atlas. */
export function worldOutline(): Plugin {
  return {
    name: 'world-outline',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      const atlas = await this.resolve(ATLAS);
      if (!atlas) return this.error(`There is no ${ATLAS}`);
      const land = JSON.parse(await readFile(atlas.id, 'utf8')) as Land;
      return [
        `export const path = ${JSON.stringify(pathOf(land))};`,
        `export const unitsPerDegree = ${UNITS_PER_DEGREE};`,
      ].join('\n');
    },
  };
}
