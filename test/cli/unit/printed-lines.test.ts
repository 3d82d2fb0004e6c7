import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { createProgressLine } from '../../../api/cli/progress-line.js';
import { printTo } from '../../../api/cli/terminal.js';
import { printable } from '../../../shared/platform/values/printable.js';

const ESCAPE = '\u001b]0;a title\u0007\u001b[2J\u009b31m';
const HOSTILE = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\u001b', '\u009b', '\u007f', '\r', '\n', '\u202e', '\u2066', '\u2028', '\\', '"'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});
const UNSAFE = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

describe('a printed line', () => {
  it('shows control characters as text, and is one line', () => {
    expect(printable(`A\n${ESCAPE}`)).to.equal('A\\u000a\\u001b]0;a title\\u0007\\u001b[2J\\u009b31m');
    expect(printable('Büro 🏨 "日本"\\')).to.equal('Büro 🏨 "日本"\\');
    fc.assert(
      fc.property(HOSTILE, (name) => {
        const written: string[] = [];
        printTo({ write: (text) => written.push(text) }, `User 1 ${name}`);
        expect(written.join('').slice(0, -1)).not.to.match(UNSAFE);
        expect(written.join('').at(-1)).to.equal('\n');
      }),
    );
  });

  it('of JSON keeps its meaning', () => {
    fc.assert(
      fc.property(HOSTILE, (name) => {
        const line = JSON.stringify({ name });
        expect(JSON.parse(printable(line))).to.deep.equal({ name });
      }),
    );
  });

  it('of progress holds no control characters but its own', () => {
    for (const isTTY of [true, false]) {
      let written = '';
      let time = 0;
      const line = createProgressLine({ isTTY, write: (text) => (written += text) }, () => (time += 10_000));
      line.print(`Rollout ${ESCAPE}`);
      line.show(0.5, () => `Stage ${ESCAPE}`);
      line.end();
      expect(written.replaceAll('\r\u001b[K', '').replaceAll('\n', '')).not.to.match(UNSAFE);
    }
  });

  it('is printed by no other means', async () => {
    const folders = ['api/cli', 'api/cli/commands'];
    for (const folder of folders) {
      const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
      expect(files, folder).not.to.deep.equal([]);
      for (const file of files) {
        const source = await readFile(`${folder}/${file}`, 'utf8');
        expect(source, file).not.to.match(/console\.|process\.std(out|err)\.write/);
      }
    }
  });
});
