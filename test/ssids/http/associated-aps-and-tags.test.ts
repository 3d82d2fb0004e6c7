import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { makeDevice } from '../../fixtures/records/device.js';
import { makeTag } from '../../fixtures/records/organisation.js';
import { ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';

describe('associated_aps_and_tags of an SSID', () => {
  let fixture: SsidFixture;
  before(async () => {
    fixture = await ssidFixture();
  });

  const create = (associated_aps_and_tags: unknown, token?: string): Promise<Reply> =>
    fixture.create({ ssid_name: `S${Math.random()}`, associated_aps_and_tags }, token);

  it('lists devices and tags of the organisation, each once', async () => {
    const device = await makeDevice(fixture.api.deps, fixture.organisation._id, { network: fixture.network });
    const unassigned = await makeDevice(fixture.api.deps, fixture.organisation._id);
    const tag = await makeTag(fixture.api.deps, fixture.organisation._id);
    const entries = [`AP:${device._id}`, `tag:${tag._id}`, `AP:${unassigned._id}`];
    const id = await fixture.make({ associated_aps_and_tags: [...entries, entries[0]] });
    expect((await fixture.shown(id))['associated_aps_and_tags']).to.deep.equal(entries);
  });

  it('names entries that are unknown, foreign or hidden in one message', async () => {
    const foreign = await ssidFixture();
    const foreignDevice = await makeDevice(fixture.api.deps, foreign.organisation._id);
    const foreignTag = await makeTag(fixture.api.deps, foreign.organisation._id);
    const known = await makeDevice(fixture.api.deps, fixture.organisation._id);
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
    const hidden = await makeDevice(fixture.api.deps, fixture.organisation._id, {
      network: await fixture.addNetwork(),
    });
    const { token } = await fixture.restricted('full', [fixture.network]);
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
    const hidden = await makeDevice(fixture.api.deps, fixture.organisation._id, {
      network: await fixture.addNetwork(),
    });
    const tag = await makeTag(fixture.api.deps, fixture.organisation._id);
    const id = await fixture.make({ associated_aps_and_tags: [`AP:${hidden._id}`, `tag:${tag._id}`] });
    await fixture.api.deps.mongo.models.tags.deleteOne({ _id: tag._id });
    const { token } = await fixture.restricted('full', [fixture.network]);
    const name = (associated_aps_and_tags: string[]) =>
      fixture.update(id, { associated_aps_and_tags }, token);
    const before = await fixture.stored(id);
    const reply = await fixture.update(id, await fixture.shown(id, token), token);
    expect(reply.status, reply.text).to.equal(200);
    expect(await fixture.stored(id)).to.deep.equal(before);
    expect((await name([`tag:${tag._id}`])).status).to.equal(200);
    expect((await name([`AP:${hidden._id}`])).status).to.equal(422);
  });

  it('names malformed entries once, together with the other messages', async () => {
    const reply = await create(['AP:1', 'network:7']);
    expect(reply.body).to.include({
      errors: 'associated_aps_and_tags[1] must be AP:<device id> or tag:<tag id>',
    });
  });
});
