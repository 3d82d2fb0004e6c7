import { expect } from 'chai';
import { makeDevice } from '../../fixtures/records/device.js';
import { ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';

const TAKEN = 'ssid_name is already the name of another SSID of the network';

describe('SSIDs of one name', () => {
  let fixture: SsidFixture;
  let devices: string[];
  beforeEach(async () => {
    fixture = await ssidFixture();
    const made = await Promise.all(
      [1, 2].map(() => makeDevice(fixture.api.deps, fixture.organisation._id, { network: fixture.network })),
    );
    devices = made.map(({ _id }) => `AP:${_id}`);
  });

  const named = (...associated_aps_and_tags: string[]) =>
    fixture.create({ ssid_name: 'Lobby', associated_aps_and_tags });
  const idOf = (reply: { body: unknown }) => (reply.body as { data: { id: number } }).data.id;

  // docs/interface.md#ssid-variants
  it('may be as many as name devices or tags, and one for all devices', async () => {
    for (const reply of [await named(), await named(devices[0] ?? ''), await named(...devices)])
      expect(reply.status, reply.text).to.equal(200);
    const second = await named();
    expect([second.status, second.body]).to.deep.equal([
      422,
      { msg: 'The SSID could not be created', error_code: 1024, errors: TAKEN },
    ]);
  });

  it('are refused to updates that make a second one for all devices, by its name or its devices', async () => {
    await named();
    const limited = idOf(await named(devices[0] ?? ''));
    const other = idOf(await fixture.create({ ssid_name: 'Bar' }));
    for (const [id, fields] of [
      [limited, { associated_aps_and_tags: [] }],
      [other, { ssid_name: 'Lobby' }],
    ] as const) {
      const before = await fixture.stored(id);
      const reply = await fixture.update(id, fields);
      expect([reply.status, (reply.body as { errors: string }).errors]).to.deep.equal([422, TAKEN]);
      expect(await fixture.stored(id)).to.deep.equal(before);
    }
    const renamed = await fixture.update(other, { ssid_name: 'Lobby', associated_aps_and_tags: devices });
    expect(renamed.status, renamed.text).to.equal(200);
  });

  it('are one for all devices after updates at once', async () => {
    const ids = await Promise.all(devices.map(async (device) => idOf(await named(device))));
    const replies = await Promise.all(ids.map((id) => fixture.update(id, { associated_aps_and_tags: [] })));
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
  });

  it('are one for all devices after creations at once', async () => {
    const replies = await Promise.all([1, 2, 3, 4].map(() => named()));
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 422, 422, 422]);
  });

  it('may have exchanged their devices one after the other', async () => {
    const general = idOf(await named());
    const limited = idOf(await named(devices[0] ?? ''));
    for (const [id, targets] of [
      [general, devices],
      [limited, []],
    ] as const) {
      const reply = await fixture.update(id, { associated_aps_and_tags: targets });
      expect(reply.status, reply.text).to.equal(200);
    }
  });

  it('are refused to a second copy for all devices', async () => {
    const id = idOf(await named(devices[0] ?? ''));
    const network = await fixture.addNetwork();
    const copy = async () => {
      const body = { network_ids: [network._id] };
      const reply = await fixture.call('POST', `/v1/network_ssids/${id}/copy`, { body });
      return (reply.body as { data: { results: { error_code: number | null }[] } }).data.results;
    };
    expect((await copy()).map(({ error_code }) => error_code)).to.deep.equal([null]);
    expect((await copy()).map(({ error_code }) => error_code)).to.deep.equal([1024]);
  });
});
