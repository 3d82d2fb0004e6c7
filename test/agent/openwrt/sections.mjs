/** Files of uci: sections by name, each a Map of its options, with its type under the name ''. A list is an array. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export const unquote = (text) => text.replace(/^'(.*)'$/s, '$1').replaceAll(`'\\''`, `'`);
export const quote = (text) => `'${text.replaceAll(`'`, `'\\''`)}'`;

/**
 * The sections of a file's text. One without a name is called by its type and its number.
 * @param {string} text
 * @returns {Map<string, Map<string, string | string[]>>}
 */
export function parse(text) {
  const sections = new Map();
  const counts = {};
  let section = new Map();
  for (const line of text.split('\n')) {
    const [, type, , name] = /^config (\S+)( '(.*)')?$/.exec(line) ?? [];
    const [, kind, option, value] = /^\t(option|list) (\S+) (.*)$/.exec(line) ?? [];
    if (type) {
      counts[type] = (counts[type] ?? -1) + 1;
      section = new Map([['', type]]);
      sections.set(name ?? `@${type}[${counts[type]}]`, section);
    } else if (kind === 'option') section.set(option, unquote(value));
    else if (kind === 'list') section.set(option, [...(section.get(option) ?? []), unquote(value)]);
  }
  return sections;
}

export function read(file) {
  return existsSync(file) ? parse(readFileSync(file, 'utf8')) : new Map();
}

export function write(file, sections) {
  const text = [...sections].map(([name, options]) => {
    const lines = [...options]
      .slice(1)
      .map(([option, value]) =>
        Array.isArray(value)
          ? value.map((one) => `\tlist ${option} ${quote(one)}\n`).join('')
          : `\toption ${option} ${quote(value)}\n`,
      );
    return `config ${options.get('')}${name.startsWith('@') ? '' : ` '${name}'`}\n${lines.join('')}\n`;
  });
  writeFileSync(file, `\n${text.join('')}`);
}

/** The sections of a type, each with its name. */
export function ofType(sections, type) {
  return [...sections].filter(([, options]) => options.get('') === type);
}
