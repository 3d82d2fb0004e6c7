import type { Plugin } from 'vite';

const LIBRARY = '@cloudscape-design/components/';
const THEME = `${LIBRARY}internal/base-theme/styles.scoped.css`;
/** Its exports are values of styles for scripts, and the console's scripts import few of them. */
const TOKENS = `${LIBRARY}internal/generated/styles/tokens`;

const DEFINITION = /(--[\w-]+):/g;
const USE = /var\(\s*(--[\w-]+)/g;
const EXPORT = /export var (\w+) = "var\((--[\w-]+)/g;

/** Leaves out the custom properties of the theme that no style and no script of the console names: a third of it. */
export function unusedTokens(): Plugin {
  const defined = new Set<string>();
  const used = new Set<string>();
  const exported = new Map<string, string>();
  const scripts: string[] = [];
  const unused: string[] = [];
  return {
    name: 'unused-tokens',
    apply: 'build',
    configResolved({ css }) {
      css.lightningcss = { ...css.lightningcss, unusedSymbols: unused };
    },
    transform(code, id) {
      if (id.includes(TOKENS)) {
        for (const [, name = '', property = ''] of code.matchAll(EXPORT)) exported.set(name, property);
        return;
      }
      if (id.endsWith(THEME))
        for (const [, property = ''] of code.matchAll(DEFINITION)) defined.add(property);
      for (const [, property = ''] of code.matchAll(USE)) used.add(property);
      if (code.includes('generated/styles/tokens')) scripts.push(code);
    },
    // All modules are read, and no file is written yet.
    buildEnd() {
      for (const [name, property] of exported)
        if (scripts.some((code) => code.includes(name))) used.add(property);
      unused.push(...[...defined].filter((property) => !used.has(property)));
    },
  };
}
