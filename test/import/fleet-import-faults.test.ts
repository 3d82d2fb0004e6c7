import { expect } from 'chai';
import { FleetBed } from '../fixtures/records/fleet.js';
import { BASE, CASES } from './fault-cases.js';

describe('a fleet that is refused', () => {
  let bed: FleetBed;
  before(async () => {
    bed = await FleetBed.open();
  });
  after(() => bed.close());

  for (const [title, fleet, faults] of CASES) {
    it(`names ${title}, and changes nothing`, async () => {
      expect(await bed.faultsOf({ ...BASE, ...fleet })).to.deep.equal(faults);
    });
  }

  it('names the first 1,000 faults and counts the others', async () => {
    const tags = Array.from({ length: 2500 }, (_, index) => ({
      id: index + 1,
      organisation_id: 1,
      name: '',
    }));
    const refusal: unknown = await bed.import({ ...BASE, tags }).catch((error: unknown) => error);
    expect(refusal).to.include({ count: 2500 });
    expect((refusal as { faults: string[] }).faults).to.have.lengthOf(1000);
  });
});
