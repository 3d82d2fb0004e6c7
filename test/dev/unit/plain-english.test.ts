import { expect } from 'chai';
import { Linter } from 'eslint';

interface PlainEnglish {
  readonly plainEnglishConfig: () => Linter.Config[];
}

const RULE = new URL('../../../../dev/lint/plain-english.mjs', import.meta.url).href;

describe('lint rule plain-english', () => {
  let refused: (text: string, file?: string) => string[];

  before(async () => {
    const { plainEnglishConfig } = (await import(RULE)) as PlainEnglish;
    const config = plainEnglishConfig();
    const linter = new Linter();
    refused = (text, file = 'shared/some.js') =>
      linter
        .verify(text, config, file)
        .map(({ line, column, message }) => `${line}:${column} ${message.slice(0, message.indexOf(':'))}`);
  });

  it('refuses a listed word in a comment, a title and a document', () => {
    expect(refused('// Waits for nobody.')).to.deep.equal(['1:14 "nobody"']);
    expect(refused("it('tells whoever asks', () => {});")).to.deep.equal(['1:11 "whoever"']);
    expect(refused("describe.only('what is no MAC', () => {});")).to.deep.equal(['1:16 "what is no"']);
    expect(refused('it(`is told ${word}`, () => {});')).to.deep.equal(['1:8 "told"']);
    expect(refused('# Title\n\nIt stands here.\n', 'docs/some.md')).to.deep.equal(['3:4 "stands"']);
  });

  it('finds a phrase that a comment breaks over two lines', () => {
    expect(refused('/**\n * How it is come\n * by.\n */')).to.deep.equal(['2:14 "come by"']);
  });

  it('refuses "Who" as the beginning of a statement, not of a question', () => {
    expect(refused('// Who cannot reach it waits.')).to.deep.equal(['1:4 "Who"']);
    expect(refused('// Who is it?')).to.deep.equal([]);
  });

  it('leaves identifiers, strings and code in backticks alone', () => {
    expect(refused("const told = 'stands'; // `told` is a field.")).to.deep.equal([]);
    expect(refused('```\nnobody\n```\n', 'README.md')).to.deep.equal([]);
  });

  it('leaves longer words alone', () => {
    expect(refused('// A standalone, understandable outstanding behold.')).to.deep.equal([]);
  });
});
