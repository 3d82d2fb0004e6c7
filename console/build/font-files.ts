import type { Plugin } from 'vite';

/** The weights that the console shows. The other faces would add 100 kB. */
const WEIGHTS = ['400', '700'];
const FONT_FACE = /@font-face\s*\{[^}]*\}/g;
const DATA = /data:font\/woff2;[^,]*base64,([^')]*)/;

/** Makes files of the fonts that the styles embed: the service's Content-Security-Policy forbids fonts in data: URLs. */
export function fontFiles(): Plugin {
  return {
    name: 'font-files',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('global-styles/index.css')) return null;
      return code.replaceAll(FONT_FACE, (face) => {
        const weight = /font-weight:\s*(\d+)/.exec(face)?.[1] ?? '';
        const data = DATA.exec(face)?.[1];
        if (data === undefined || !WEIGHTS.includes(weight) || face.includes('italic')) return '';
        const file = { type: 'asset', name: `open-sans-${weight}.woff2` } as const;
        const reference = this.emitFile({ ...file, source: Buffer.from(data, 'base64') });
        return face.replace(/data:[^']*/, `__VITE_ASSET__${reference}__`);
      });
    },
  };
}
