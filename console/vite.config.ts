import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fontFiles } from './build/font-files.ts';
import { plainNames } from './build/plain-names.ts';
import { trimLibrary } from './build/trim-library.ts';
import { unusedTokens } from './build/unused-tokens.ts';
import { worldOutline } from './build/world-outline.ts';

/** The library's messages are compiled, so that its parser of messages is not needed. */
const MESSAGE_PARSER = '@formatjs/icu-messageformat-parser';

/** Modules of packages that so many chunks share are in one file: each file of its own compresses less. */
const MANY_CHUNKS = 28;
/** The same for what screens are made of. It brings no packages into the file, which only some of these chunks need. */
const SEVERAL_CHUNKS = 10;
const PARTS = /\/console\/(?:api|components|pickers)\/[\w-]+\.tsx?$/;
/** The dialogs of a family are in one file, which is loaded with the first of them. */
const DIALOGS = /\/console\/(?!app|components)([\w-]+)\/[\w-]+-dialogs?\.tsx$/;
const dialogsOf = (id: string): string => `${DIALOGS.exec(id)?.[1] ?? ''}-dialogs`;

export default defineConfig({
  base: '/console/',
  plugins: [fontFiles(), trimLibrary(), plainNames(), unusedTokens(), worldOutline(), react()],
  resolve: { alias: [{ find: MESSAGE_PARSER, replacement: `${MESSAGE_PARSER}/lib/no-parser.js` }] },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'shared',
              test: /node_modules/,
              minShareCount: MANY_CHUNKS,
              includeDependenciesRecursively: true,
            },
            { name: 'parts', test: PARTS, minShareCount: SEVERAL_CHUNKS },
            { name: dialogsOf, debugName: 'dialogs', test: DIALOGS },
          ],
        },
      },
    },
  },
});
