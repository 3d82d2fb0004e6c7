import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';

const SOURCES = ['api', 'worker', 'gateway', 'shared', 'dev', 'stand-in', 'test', 'bench'] as const;
/** Documents whose anchors are rules. Each anchor has a test with a comment that names it. */
const RULES = [
  'docs/http.md',
  'docs/interface.md',
  'docs/reliability.md',
  'docs/rollouts.md',
  'docs/webhooks.md',
  'docs/console-api.md',
  'docs/administration.md',
  'docs/configuration.md',
  'docs/sso.md',
  'docs/openwisp.md',
] as const;

const LINK = /docs\/[\w-]+\.md#[\w-]+/g;
/** A link in a document to another file of the repository, or to an anchor. */
const RELATIVE = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
const ANCHOR = /<a id="([^"]+)">/g;
/** A comment that only consists of a link: above a test, or above a row of a table that tests run. */
const OWN_LINE = /^ *\/\/ (docs\/[\w-]+\.md#[\w-]+)$/gm;

/** The targets of links to a document: explicit anchors, and headings as GitHub names them. */
function anchorsOf(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...markdown.matchAll(ANCHOR)].map(([, id = '']) => id)];
}

async function filesOf(folder: string, ending: RegExp): Promise<{ path: string; text: string }[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => ending.test(name));
  return Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      text: await readFile(join(folder, name), 'utf8'),
    })),
  );
}

describe('links from code to the documents', () => {
  it('lead to an anchor or a heading', async () => {
    const documents = await filesOf('docs', /^[\w-]+\.md$/);
    const targets = new Set(
      documents.flatMap(({ path, text }) => anchorsOf(text).map((anchor) => `${path}#${anchor}`)),
    );
    const sources = (await Promise.all(SOURCES.map((folder) => filesOf(folder, /\.(ts|js)$/)))).flat();
    const links = sources.flatMap(({ path, text }) =>
      [...text.matchAll(LINK)].map(([target]) => ({ path, target })),
    );
    expect(links).to.have.length.above(250);
    expect(links.filter(({ target }) => !targets.has(target))).to.deep.equal([]);
  });

  it('between documents lead to a file, and to a heading or anchor of it', async () => {
    const documents = (
      await Promise.all(['docs', 'agent', 'stand-in'].map((folder) => filesOf(folder, /\.md$/)))
    ).flat();
    for (const path of ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'])
      documents.push({ path, text: await readFile(path, 'utf8') });
    const anchors = new Map(documents.map(({ path, text }) => [path, new Set(anchorsOf(text))]));
    const links = documents.flatMap(({ path, text }) =>
      [...text.replace(/```[^]*?```/g, '').matchAll(RELATIVE)].map(([, file = '', anchor]) => ({
        from: path,
        to: file === '' ? path : join(dirname(path), file),
        anchor,
      })),
    );
    expect(links).to.have.length.above(200);
    const leadsNowhere = links.filter(({ to, anchor }) =>
      anchor === undefined ? !existsSync(to) : anchors.get(to)?.has(anchor) !== true,
    );
    expect(leadsNowhere).to.deep.equal([]);
  });

  for (const document of RULES) {
    it(`name every rule of ${document} above a test`, async () => {
      const rules = [...(await readFile(document, 'utf8')).matchAll(ANCHOR)].map(([, id = '']) => id);
      const tests = await filesOf('test', /\.ts$/);
      const tested = new Set(
        tests.flatMap(({ text }) => [...text.matchAll(OWN_LINE)].map(([, link]) => link)),
      );
      expect(rules).to.have.length.above(10);
      expect(rules.filter((id) => !tested.has(`${document}#${id}`))).to.deep.equal([]);
    });
  }
});
