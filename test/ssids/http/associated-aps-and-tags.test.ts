import { expect } from 'chai';
import { sharedApi, type Reply, type TestApi } from '../../fixtures/api.js';
import { makeDevice } from '../../fixtures/records/device.js';
import { makeNetwork, makeTag } from '../../fixtures/records/organisation.js';
import {
  makeRestricted,
  makeSsid,
  makeSsidHome,
  shownSsid,
  storedSsid,
  type SsidHome,
} from '../../fixtures/records/ssid.js';

describe('associated_aps_and_tags of an SSID', () => {
  let api: TestApi;
  let home: SsidHome;
  before(async () => {
    api = await sharedApi();
    home = await makeSsidHome(api);
  });

  const create = (associated_aps_and_tags: unknown, token = home.admin.token): Promise<Reply> =>
    api.call('POST', '/v1/network_ssids', {
      token,
      body: {
        network_id: home.network._id,
        network_ssid: { ssid_name: `S${Math.random()}`, associated_aps_and_tags },
      },
    });
  const update = (id: number, network_ssid: unknown, token = home.admin.token): Promise<Reply> =>
    api.call('PUT', `/v1/network_ssids/${id}`, { token, body: { network_ssid } });

  it('lists devices and tags of the organisation, each once', async () => {
    const device = await makeDevice(api.deps, home.organisation._id, { network: home.network });
    const unassigned = await makeDevice(api.deps, home.organisation._id);
    const tag = await makeTag(api.deps, home.organisation._id);
    const entries = [`AP:${device._id}`, `tag:${tag._id}`, `AP:${unassigned._id}`];
    const id = await makeSsid(api, home, { associated_aps_and_tags: [...entries, entries[0]] });
    expect((await shownSsid(api, home.admin.token, id))['associated_aps_and_tags']).to.deep.equal(entries);
  });

  it('names entries that are unknown, foreign or hidden in one message', async () => {
    const foreign = await makeSsidHome(api);
    const foreignDevice = await makeDevice(api.deps, foreign.organisation._id);
    const foreignTag = await makeTag(api.deps, foreign.organisation._id);
    const known = await makeDevice(api.deps, home.organisation._id);
    const reply = await create([
      `AP:${known._id}`,
      `AP:${foreignDevice._id}`,
      `tag:${foreignTag._id}`,
      'AP:999999999',
    ]);
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({
      errors: `associated_aps_and_tags has unknown entries: AP:${foreignDevice._id} AP:999999999 tag:${foreignTag._id}`,
      error_code: 1024,
    });
    const hidden = await makeDevice(api.deps, home.organisation._id, {
      network: await makeNetwork(api.deps, home.organisation._id),
    });
    const { token } = await makeRestricted(api, home, 'full', [home.network]);
    expect((await create([`AP:${hidden._id}`], token)).status).to.equal(422);
    expect((await create([`AP:${hidden._id}`])).status).to.equal(200);
  });

  it('names the first twenty of many unknown entries', async () => {
    const reply = await create(Array.from({ length: 1000 }, (_, number) => `AP:${900_000_000 + number}`));
    expect(reply.status).to.equal(422);
    const { errors } = reply.body as { errors: string };
    expect(errors).to.match(/: (AP:\d+ ){20}and 980 more$/);
  });

  it('keeps stored entries that the caller may not see or that no longer exist', async () => {
    const hidden = await makeDevice(api.deps, home.organisation._id, {
      network: await makeNetwork(api.deps, home.organisation._id),
    });
    const tag = await makeTag(api.deps, home.organisation._id);
    const id = await makeSsid(api, home, { associated_aps_and_tags: [`AP:${hidden._id}`, `tag:${tag._id}`] });
    await api.deps.mongo.models.tags.deleteOne({ _id: tag._id });
    const { token } = await makeRestricted(api, home, 'full', [home.network]);
    const before = await storedSsid(api, id);
    const reply = await update(id, await shownSsid(api, token, id), token);
    expect(reply.status, reply.text).to.equal(200);
    expect(await storedSsid(api, id)).to.deep.equal(before);
    expect((await update(id, { associated_aps_and_tags: [`tag:${tag._id}`] }, token)).status).to.equal(200);
    expect((await update(id, { associated_aps_and_tags: [`AP:${hidden._id}`] }, token)).status).to.equal(422);
  });

  it('names malformed entries once, together with the other messages', async () => {
    const reply = await create(['AP:1', 'network:7']);
    expect(reply.body).to.include({
      errors: 'associated_aps_and_tags[1] must be AP:<device id> or tag:<tag id>',
    });
  });
});
