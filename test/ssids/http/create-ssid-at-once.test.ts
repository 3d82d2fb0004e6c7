import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';

const statuses = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status).sort();

describe('concurrent SSID creation', () => {
  let fixture: SsidFixture;
  beforeEach(async () => {
    fixture = await ssidFixture();
  });

  const create = (ssid_name: string) => fixture.create({ ssid_name });
  const stored = () =>
    fixture.api.deps.mongo.models.networkSsids.find({ networkId: fixture.network._id }).lean();

  it('gives a name to one of twenty requests, and a validation message to the others', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => create('wanted')));
    expect(statuses(replies)).to.deep.equal([200, ...Array<number>(19).fill(422)]);
    for (const { status, body } of replies) {
      if (status === 200) continue;
      expect(body).to.include({
        errors: 'ssid_name is already the name of another SSID of the network',
        error_code: 1024,
      });
    }
    expect(await stored()).to.have.lengthOf(1);
  });

  it('accepts exactly sixteen of forty different names, and answers the others with a validation message', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, (_, number) => create(`SSID ${number}`)));
    expect(statuses(replies)).to.deep.equal([...Array<number>(16).fill(200), ...Array<number>(24).fill(422)]);
    const positions = (await stored()).map(({ position }) => position).sort((a, b) => a - b);
    expect(positions).to.deep.equal(Array.from({ length: 16 }, (_, position) => position));
  });

  it('gives the last place to one of ten requests', async () => {
    for (let number = 0; number < 15; number += 1) await fixture.make();
    const replies = await Promise.all(Array.from({ length: 10 }, (_, number) => create(`last ${number}`)));
    expect(statuses(replies)).to.deep.equal([200, ...Array<number>(9).fill(422)]);
    expect(await stored()).to.have.lengthOf(16);
  });
});
