import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { ENDPOINTS } from '../../api/endpoints.js';
import { uiDeviceSchema } from '../../api/inventory/present-device.js';
import { ERRORS } from '../../shared/platform/errors/catalogue.js';
import { TRANSITIONS } from '../../shared/upgrades/domain/upgrade-status.js';

const DOCUMENT = 'docs/interface.md';
/** The operations of these families have documents of their own. */
const OWN_DOCUMENTS = [
  'docs/rollouts.md',
  'docs/webhooks.md',
  'docs/console-api.md',
  'docs/administration.md',
  'docs/configuration.md',
  'docs/radius.md',
  'docs/enrolment.md',
  'docs/alerts.md',
  'docs/sso.md',
  'docs/openwisp.md',
];
/** Sections that describe no operation. */
const GENERAL = ['Statuses', 'Version order'];
/** Parameters that every operation takes, or that its routes define. */
const EVERYWHERE = new Set(['access_token', 'id']);

/** The text of each third-level section by its heading. */
function sectionsOf(markdown: string): Map<string, string> {
  const parts = markdown.split(/^### /m).slice(1);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end).trim(), part.slice(end)];
    }),
  );
}

describe('docs/interface.md and the documents of other operations', () => {
  let text: string;
  let sections: Map<string, string>;

  before(async () => {
    text = await readFile(DOCUMENT, 'utf8');
    const own = await Promise.all(OWN_DOCUMENTS.map((path) => readFile(path, 'utf8')));
    const operations = own.map((document) => document.split(/^## Operations$/m)[1] ?? '');
    sections = new Map([text, ...operations].flatMap((part) => [...sectionsOf(part)]));
  });

  it('have one section for each operation', () => {
    const described = [...sections.keys()].filter((heading) => !GENERAL.includes(heading));
    expect(described).to.have.members(ENDPOINTS.map(({ operation }) => operation));
  });

  for (const { operation, routes, input, documented = input, refusals } of ENDPOINTS) {
    it(`list the paths, methods, parameters and error codes of ${operation}`, () => {
      const section = sections.get(operation) ?? '';
      for (const [method, path] of routes)
        expect(section).to.include(path.replace('{.json}', '')).and.include(method);
      const { keys = {} } = documented.describe() as { keys?: Record<string, unknown> };
      for (const name of Object.keys(keys).filter((key) => !EVERYWHERE.has(key)))
        expect(section, `parameter ${name}`).to.match(new RegExp(`\\b${name}\\b`));
      for (const { status, code } of refusals.map((name) => ERRORS[name]))
        expect(section, `${status}/${code ?? ''}`).to.include(String(code ?? status));
    });
  }

  it('list the transitions of a status, and no others', () => {
    const rows = (sections.get('Statuses') ?? '').matchAll(/^\| ([A-Z][\w, ]*) \| ([A-Z][\w, ]*) \|/gm);
    const documented = [...rows].flatMap(([, from = '', to = '']) =>
      from.split(', ').flatMap((source) => to.split(', ').map((target) => `${source} → ${target}`)),
    );
    const served = new Set(TRANSITIONS.map(({ from, to }) => `${from} → ${to}`));
    expect(new Set(documented)).to.deep.equal(served);
  });

  it('name every field of the device, those that ui adds included', () => {
    const described = `${/^## The device$([^]*?)^## /m.exec(text)?.[1] ?? ''}${sections.get('list_inventory') ?? ''}`;
    const { keys } = uiDeviceSchema.describe() as { keys: Record<string, unknown> };
    for (const field of Object.keys(keys)) expect(described).to.include(`\`${field}\``);
  });

  it('list every error code with its status', async () => {
    const errors = await readFile('docs/http.md', 'utf8');
    for (const { status, code } of Object.values(ERRORS)) {
      if (code === null) continue;
      const row = new RegExp(`^\\| ${code} +\\| [\\d, ]*${status}`, 'm');
      expect(errors, `${status}/${code}`).to.match(row);
    }
  });
});
