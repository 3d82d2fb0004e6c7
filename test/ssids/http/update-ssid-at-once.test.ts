import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';

const statuses = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status).sort();

describe('concurrent SSID updates', () => {
  let fixture: SsidFixture;
  before(async () => {
    fixture = await ssidFixture();
  });

  it('all take effect when they set different fields', async () => {
    const id = await fixture.make();
    const fields = {
      nat: '1',
      wna: '2',
      security_mode: '3',
      psk_type: '4',
      dns_mode: '5',
      splash_url: 'http://a',
    };
    const replies = await Promise.all(
      Object.entries(fields).map(([name, value]) => fixture.update(id, { [name]: value })),
    );
    expect(statuses(replies)).to.deep.equal(Array<number>(6).fill(200));
    expect(await fixture.shown(id)).to.include(fields);
  });

  it('never mix when they set the same fields', async () => {
    const id = await fixture.make();
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, number) =>
        fixture.update(id, { dhcp_range_start: `10.0.${number}.1`, dhcp_range_end: `10.0.${number}.9` }),
      ),
    );
    expect(statuses(replies)).to.deep.equal(Array<number>(15).fill(200));
    const { dhcp_range_start, dhcp_range_end } = await fixture.shown(id);
    expect(String(dhcp_range_end)).to.equal(String(dhcp_range_start).replace(/1$/, '9'));
  });

  it('leave one refused when two are valid alone and invalid together', async () => {
    const id = await fixture.make({ dhcp_range_start: '10.0.0.10', dhcp_range_end: '10.0.0.99' });
    const replies = await Promise.all([
      fixture.update(id, { dhcp_range_start: '10.0.0.60' }),
      fixture.update(id, { dhcp_range_end: '10.0.0.40' }),
    ]);
    expect(statuses(replies)).to.deep.equal([200, 422]);
  });

  it('give a name to one of eight SSIDs, and a validation message to the others', async () => {
    const own = await ssidFixture();
    const ids: number[] = [];
    for (let number = 0; number < 8; number += 1) ids.push(await own.make());
    const replies = await Promise.all(ids.map((id) => own.update(id, { ssid_name: 'wanted' })));
    expect(statuses(replies)).to.deep.equal([200, ...Array<number>(7).fill(422)]);
    for (const { status, body } of replies) {
      if (status === 200) continue;
      expect(body).to.include({
        errors: 'ssid_name is already the name of another SSID of the network',
        error_code: 1022,
      });
    }
  });
});
