import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { consoleModule } from '../console-module.js';

interface PlainNamesModule {
  readonly plainNamesOf: (theme: string, properties: string) => (code: string) => string;
}

const FOLDER = 'dist/console/assets';
/** The library writes these on elements by names that it puts together. */
const WRITTEN_BY_SCRIPTS = /^--awsui-(?:internal-)?style-/;

/** The component, the version and the line. */
const HASHES = /_[a-z\d]{5}_[a-z\d]{5}_\d+$/;
const DEFINITION = /(--[\w-]+):/g;
const USE = /var\((--[\w-]+)\)/g;

const textOf = (ending: string): string =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(FOLDER, name), 'utf8'))
    .join('\n');

const found = (text: string, pattern: RegExp): Set<string> =>
  new Set(Array.from(text.matchAll(pattern), ([whole, name]) => name ?? whole));

const missingIn = (all: ReadonlySet<string>, names: ReadonlySet<string>): string[] =>
  [...names].filter((name) => !all.has(name));

describe('the names of the library in the console', () => {
  const css = textOf('.css');
  const js = textOf('.js');

  it('are defined where a style or a script uses a custom property without a fallback', () => {
    const defined = found(css, DEFINITION);
    expect(missingIn(defined, found(js, USE))).to.deep.equal([]);
    const written = found(js, /--[\w-]+/g);
    const missing = missingIn(defined, found(css, USE)).filter((name) => !written.has(name));
    expect(missing.filter((name) => !WRITTEN_BY_SCRIPTS.test(name))).to.deep.equal([]);
  });

  it('are the same in scripts and styles, without hashes of versions', () => {
    const classes = found(css, /\.(awsui_[\w-]+)/g);
    expect(classes).to.not.be.empty;
    expect(missingIn(found(js, /awsui_[\w-]+/g), classes)).to.deep.equal([]);
    expect([...classes].filter((name) => HASHES.test(name))).to.deep.equal([]);
  });

  describe('plainNamesOf', () => {
    const THEME =
      '@layer theme {\n  body {\n    --color-text-abc123:#000;\n  }\n  .dark { --color-late-abc123:#fff; }\n}';
    const PROPERTIES = '{ "width": "--awsui-width-66120l" }';
    let plainNamesOf: PlainNamesModule['plainNamesOf'];
    before(async () => {
      ({ plainNamesOf } = await consoleModule<PlainNamesModule>('build/library-names.ts'));
    });

    const CASES = [
      ['.awsui_root_18wu0_hdd32_24:hover{}', '.awsui_root_18wu0:hover{}'],
      ['"awsui_h1-variant_18wu0_hdd32_28"', '"awsui_h1-variant_18wu0"'],
      ['color:var(--color-text-abc123, rgba(0, 0, 0, 0.5))', 'color:var(--color-text)'],
      ['color:var(--color-late-abc123, #fff)', 'color:var(--color-late, #fff)'],
      [
        'width:var(--awsui-width-66120l, var(--color-text-abc123, 1px))',
        'width:var(--awsui-width, var(--color-text))',
      ],
      ['width:var(--awsui-style-radius, 1px)', 'width:var(--awsui-style-radius, 1px)'],
    ] as const;
    for (const [before, after] of CASES)
      it(`makes ${after} of ${before}`, () => {
        expect(plainNamesOf(THEME, PROPERTIES)(before)).to.equal(after);
      });

    it('refuses two names that would become one', () => {
      const plain = plainNamesOf(THEME, PROPERTIES);
      plain('.awsui_root_18wu0_hdd32_24');
      expect(() => plain('.awsui_root_18wu0_zzzzz_24')).to.throw('would both be awsui_root_18wu0');
    });
  });
});
