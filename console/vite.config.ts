import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fontFiles } from './build/font-files.ts';
import { trimLibrary } from './build/trim-library.ts';
import { worldOutline } from './build/world-outline.ts';

/** The library's messages are compiled, so that its parser of messages is not needed. */
const MESSAGE_PARSER = '@formatjs/icu-messageformat-parser';

/** Modules of packages that so many chunks share are in one file: each file of its own compresses less. */
const MANY_CHUNKS = 28;

export default defineConfig({
  base: '/console/',
  plugins: [fontFiles(), trimLibrary(), worldOutline(), react()],
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
        codeSplitting: { groups: [{ name: 'shared', test: /node_modules/, minShareCount: MANY_CHUNKS }] },
      },
    },
  },
});
