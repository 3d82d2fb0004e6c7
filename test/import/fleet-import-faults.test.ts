import { expect } from 'chai';
import { FleetFixture } from '../fixtures/records/fleet.js';
import { BASE, CASES } from './fault-cases.js';

describe('a fleet that is refused', () => {
  let fixture: FleetFixture;
  before(async () => {
    fixture = await FleetFixture.open();
  });
  after(() => fixture.close());

  for (const [title, fleet, faults] of CASES) {
    it(`names ${title}, and changes nothing`, async () => {
      expect(await fixture.faultsOf({ ...BASE, ...fleet })).to.deep.equal(faults);
    });
  }

  it('stops at the thousandth fault, however many follow', async () => {
    const tags = Array.from({ length: 2500 }, (_, index) => ({
      id: index + 1,
      organisation_id: 1,
      name: '',
    }));
    const refusal: unknown = await fixture.import({ ...BASE, tags }).catch((error: unknown) => error);
    expect((refusal as { faults: string[] }).faults).to.have.lengthOf(1000);
    expect((refusal as Error).message).to.equal('The fleet has at least 1000 faults and was not imported');
  });
});
