import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

interface PlainEnglish {
  readonly refusedWords: (text: string) => readonly { words: string; index: number }[];
}

const PLUGIN = new URL('../../../../dev/lint/plain-english.mjs', import.meta.url);
const LINTER = resolve('node_modules/oxlint/bin/oxlint');

const REFUSED = `// Waits for nobody.
it('tells whoever asks', () => {});
describe.only('what is no MAC', () => {});
it(\`is told \${word}\`, () => {});
/**
 * How it is come
 * by.
 */
// Who cannot reach it waits.
`;
const ALLOWED = `// Who is it?
const told = 'stands'; // \`told\` is a field.
// A standalone, understandable outstanding behold.
`;

/** What the linter reports about a file with only this rule, as `line words`. */
function lint(code: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'airfleet-lint-'));
  try {
    writeFileSync(join(folder, 'some.ts'), code);
    const config = {
      jsPlugins: [fileURLToPath(PLUGIN)],
      categories: { correctness: 'off' },
      rules: { 'airfleet/plain-english': 'warn' },
    };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    const output = execFileSync(process.execPath, [LINTER, '-c', 'config.json', '-f', 'unix'], {
      cwd: folder,
    });
    const found = String(output).matchAll(/^some\.ts:(\d+):\d+: "([^"]*)"/gm);
    return [...found].map(([, line = '', words = '']) => `${line} ${words}`).sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('lint rule plain-english', () => {
  it('refuses the listed words in comments and titles, also over two lines', () => {
    expect(lint(REFUSED)).to.deep.equal([
      '1 nobody',
      '2 whoever',
      '3 what is no',
      '4 told',
      '6 come by',
      '9 Who',
    ]);
  });

  it('leaves questions, identifiers, strings, code in backticks and longer words alone', () => {
    expect(lint(ALLOWED)).to.deep.equal([]);
  });
});

describe('plain English in documents', () => {
  let refusedWords: PlainEnglish['refusedWords'];

  before(async () => {
    ({ refusedWords } = (await import(PLUGIN.href)) as PlainEnglish);
  });

  it('finds a listed word, and leaves code blocks alone', () => {
    expect(refusedWords('# Title\n\nIt stands here.\n')).to.have.lengthOf(1);
    expect(refusedWords('```\nnobody\n```\n')).to.deep.equal([]);
  });

  it('uses none of the listed words', () => {
    const files = ['.', 'docs', 'agent'].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .map((name) => join(folder, name)),
    );
    const found = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const lineOf = (index: number): number => text.slice(0, index).split('\n').length;
      return refusedWords(text).map(({ words, index }) => `${file}:${lineOf(index)} ${words}`);
    });
    expect(files).to.include(join('docs', 'interface.md'));
    expect(found).to.deep.equal([]);
  });
});
