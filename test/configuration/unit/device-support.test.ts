import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { DEFAULT_MEANINGS } from '../../../shared/configuration/domain/meanings.js';
import { SSID_FIELD_NAMES } from '../../../shared/ssids/domain/ssid-fields.js';

/** The names in the first column of the table under a heading. */
async function firstColumn(heading: string): Promise<string[]> {
  const sections = (await readFile('docs/device-support.md', 'utf8')).split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

describe('docs/device-support.md', () => {
  it('has each field of an SSID once', async () => {
    const fields = SSID_FIELD_NAMES.filter((name) => name !== 'extras');
    expect((await firstColumn('Fields of an SSID')).sort()).to.deep.equal([...fields].sort());
  });

  it('has each type of uplink once', async () => {
    expect(await firstColumn('Types of uplinks')).to.deep.equal(Object.keys(DEFAULT_MEANINGS.uplink_type));
  });
});
