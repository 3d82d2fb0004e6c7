import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { makePart } from '../../fixtures/records/device.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';
import { makeTemplate } from '../../fixtures/records/uplink.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

interface Tag {
  readonly id: number;
  readonly name: string;
}

function shown(reply: Reply, status = 200): Tag {
  expect(reply.status, reply.text).to.equal(status);
  return (reply.body as { data: { tag: Tag } }).data.tag;
}

describe('tags', () => {
  let fixture: UpgradeFixture;
  beforeEach(async () => {
    fixture = await upgradeFixture();
  });

  const create = (name: unknown): Promise<Reply> => fixture.call('POST', '/v1/tags', { body: { name } });
  const tagsOf = async (id: number) =>
    (await fixture.api.deps.mongo.models.devices.findOne({ _id: id }).lean())?.tags.map(({ name }) => name);

  // docs/administration.md#create_tag-1
  it('are created with names that no other tag of the organisation has, at the same time too', async () => {
    const { id } = shown(await create('roof'), 201);
    expect(refused(await create('roof'))).to.deep.equal([422, 1109]);
    expect(refused(await create(' '))).to.deep.equal([422, 1109]);
    const replies = await Promise.all([1, 2, 3].map(() => create('garden')));
    expect(replies.filter(({ status }) => status === 201)).to.have.length(1);
    const other = shown(await create('hall'), 201);
    const body = { name: 'roof' };
    expect(refused(await fixture.call('PATCH', `/v1/tags/${other.id}`, { body }))).to.deep.equal([422, 1109]);
    expect(shown(await fixture.call('PATCH', `/v1/tags/${id}`, { body }))).to.deep.equal({
      id,
      name: 'roof',
    });
    const stranger = await upgradeFixture();
    expect((await stranger.call('POST', '/v1/tags', { body })).status).to.equal(201);
  });

  // docs/administration.md#update_tag-1
  // docs/administration.md#delete_tag-1
  // docs/administration.md#list_tags-1
  it('change in their devices when they are renamed and deleted', async () => {
    const { id } = shown(await create('roof'), 201);
    const { _id } = await fixture.device({
      tags: [fixture.tag, { _id: id, organisationId: fixture.org, name: 'roof' }],
    });
    shown(await fixture.call('PATCH', `/v1/tags/${id}`, { body: { name: 'deck' } }));
    expect(await tagsOf(_id)).to.deep.equal([fixture.tag.name, 'deck']);
    const { body } = await fixture.call('GET', '/v1/tags', { query: { sort: 'name' } });
    expect((body as { data: { tags: Tag[] } }).data.tags).to.deep.equal([
      { id, name: 'deck' },
      { id: fixture.tag._id, name: fixture.tag.name },
    ]);
    expect((await fixture.call('DELETE', `/v1/tags/${id}`)).status).to.equal(200);
    expect(await tagsOf(_id)).to.deep.equal([fixture.tag.name]);
    expect(refused(await fixture.call('DELETE', `/v1/tags/${id}`))).to.deep.equal([404, 1121]);
    const entries = await fixture.api.deps.mongo.models.auditEntries.find({ subject: `tag:${id}` }).lean();
    expect(entries.map(({ action }) => action)).to.have.members([
      'tag.created',
      'tag.renamed',
      'tag.deleted',
    ]);
  });

  // docs/administration.md#update_tag-2
  it('are renamed and deleted by administrators of all networks', async () => {
    const networks = [{ id: fixture.network._id, access: 'full' as const }];
    for (const fields of [{ role: 'operator' as const }, { networks }]) {
      const { token } = await makeUser(fixture.api.deps, fixture.org, fields);
      const path = `/v1/tags/${fixture.tag._id}`;
      expect(refused(await fixture.call('PATCH', path, { token, body: { name: 'x' } }))).to.deep.equal([
        403, 1102,
      ]);
      expect(refused(await fixture.call('DELETE', path, { token }))).to.deep.equal([403, 1102]);
    }
  });
});

describe('lists for pickers', () => {
  // docs/administration.md#list_hardware_parts-1
  it('show every hardware part once, page by page', async () => {
    const fixture = await upgradeFixture();
    const part = await makePart(fixture.api.deps);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await fixture.call('GET', '/v1/hardware_parts', { query: { per_page: 200, cursor } });
      const page = body as {
        data: { hardware_parts: { part_number: string; name: string }[] };
        meta: { next_cursor: string | null };
      };
      seen.push(...page.data.hardware_parts.map(({ part_number }) => part_number));
      cursor = page.meta.next_cursor ?? '';
    } while (cursor !== '');
    expect(seen).to.include.members([part._id, fixture.part._id]);
    expect(new Set(seen).size).to.equal(seen.length);
  });

  // docs/administration.md#list_init_templates-1
  it('show the init templates of the organisation without the details of their uplinks', async () => {
    const fixture = await upgradeFixture();
    const template = await makeTemplate(fixture.api.deps, fixture.org, ['1', '2']);
    const { body } = await fixture.call('GET', '/v1/init_templates');
    expect((body as { data: unknown }).data).to.deep.equal({
      init_templates: [{ id: template._id, name: template.name, uplink_types: ['1', '2'] }],
    });
  });
});
