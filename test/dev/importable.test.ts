import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { demoFile } from '../../dev/demo/demo-fleet.js';
import { FleetFixture, type Fleet } from '../fixtures/records/fleet.js';

describe('a fleet file that ships with airfleet', () => {
  // Every password is hashed at full cost.
  let fixture: FleetFixture;
  beforeEach(async () => {
    fixture = await FleetFixture.open();
  });
  afterEach(() => fixture.close());

  it('imports completely from the demo, and changes nothing the second time', async () => {
    // As the start of the demo writes it.
    const file = JSON.stringify(demoFile(new Date('2026-11-22T12:34:56Z')));
    const fleet = JSON.parse(file) as Fleet;
    await fixture.import(fleet);
    for (const [section, { total, added, changed }] of await fixture.import(fleet)) {
      expect({ added, changed }, section).to.deep.equal({ added: 0, changed: 0 });
      expect(total, section).to.be.above(0);
    }
  });

  it('imports completely from the example of the README', async () => {
    const readme = await readFile('README.md', 'utf8');
    const example = /^```json\n(.*?)^```$/ms.exec(readme)?.[1] ?? '';
    const counts = await fixture.import(JSON.parse(example) as Fleet);
    expect(counts.get('devices')?.added).to.equal(1);
  });
});
