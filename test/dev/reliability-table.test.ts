import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { BITES } from '../../dev/faults/bites.js';
import { collectTitles } from '../../dev/rules/collect-titles.js';

/** The rows of the README's table: the test and the protection that it fails without. */
async function rows(): Promise<{ test: string; protection: string | undefined }[]> {
  const readme = await readFile('README.md', 'utf8');
  const [, section = ''] = readme.split('\n## Reliability\n');
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\|.*\| `([^`]+)` \| *(?:`([^`]+)` *)?\|$/gm)].map(
    ([, test = '', protection]) => ({
      test,
      protection,
    }),
  );
}

/** Whether a test has a title that begins so; what a template puts in may be anything. */
function begins(title: string, beginning: string): boolean {
  const parts = title.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return (
    title.startsWith(beginning) || (parts.length > 1 && new RegExp(`^${parts.join('.+')}$`).test(beginning))
  );
}

describe('the README’s reliability table', () => {
  it('names tests that there are', async () => {
    const titles = new Set((await collectTitles('test')).map(({ title }) => title));
    const listed = await rows();
    expect(listed).to.have.length.above(10);
    expect(listed.filter(({ test }) => !titles.has(test))).to.deep.equal([]);
  });

  it('names every protection that a test is tried without', async () => {
    const listed = (await rows()).filter(({ protection }) => protection !== undefined);
    const found = BITES.map(({ protection, title }) =>
      listed.some((row) => row.protection === protection && begins(row.test, title)),
    );
    expect(found).to.deep.equal(BITES.map(() => true));
    expect(listed).to.have.length(BITES.length);
  });

  it('names tests that there are among those that must fail without a protection', async () => {
    const titles = await collectTitles('test');
    const missing = BITES.filter(
      ({ file, title }) =>
        !titles.some((test) => test.file === `${file}.test.ts` && begins(test.title, title)),
    );
    expect(missing).to.deep.equal([]);
  });
});
