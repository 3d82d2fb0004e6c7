import { expect } from 'chai';
import { applyConfigurationEndpoint } from '../../../api/configuration/apply-configuration.js';
import type { UplinkRecord } from '../../../shared/inventory/models/uplink.js';
import { makePart, type TestDevice } from '../../fixtures/records/device.js';
import { makeTemplate, makeUplink } from '../../fixtures/records/uplink.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';

describe('apply_configuration', () => {
  let fixture: DeviceFixture;

  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  const apply = (input: Record<string, unknown>, token = fixture.admin.token) =>
    fixture.ask(applyConfigurationEndpoint, input, { token });
  const template = (types: readonly string[], name?: string) =>
    makeTemplate(fixture.api.deps, fixture.org, types, name === undefined ? {} : { name });
  const uplinks = (device: TestDevice, isDeleted: boolean): Promise<UplinkRecord[]> =>
    fixture.api.deps.mongo.models.uplinks
      .find({ organisationId: fixture.org, deviceId: device._id, isDeleted })
      .sort({ _id: 1 })
      .lean();

  for (const [what, input] of [
    ['nothing', {}],
    ['mac_ids blank', { mac_ids: ' , ', init_template_id: 1 }],
    ['no template', { mac_ids: '02:00:00:00:00:01' }],
    ['both template parameters blank', { mac_ids: 'x', init_template_name: ' ', init_template_id: '' }],
  ] as const) {
    // docs/interface.md#apply_configuration-1
    it(`answers 422 with 1015 to a request with ${what}`, async () => {
      const reply = await apply(input);
      expect(reply.status).to.equal(422);
      expect(reply.body).to.have.all.keys('msg', 'error_code').and.include({ error_code: 1015 });
    });
  }

  // docs/interface.md#apply_configuration-2
  it('matches twelve characters as a MAC and any other text in upper case', async () => {
    const device = await fixture.device();
    const { name } = await template(['1']);
    const compact = device.macId.replaceAll(':', '').toLowerCase();
    expect((await apply({ mac_ids: ` ${compact} `, init_template_name: name })).status).to.equal(200);
    const lower = device.macId.toLowerCase();
    expect((await apply({ mac_ids: lower, init_template_name: name })).status).to.equal(200);
    const dashed = await apply({
      mac_ids: `${compact},${lower.replaceAll(':', '-')}`,
      init_template_name: name,
    });
    expect(dashed.status).to.equal(422);
    expect((dashed.body as { msg: string }).msg).to.include(device.macId.replaceAll(':', '-'));
  });

  // docs/interface.md#apply_configuration-3
  it('finds the template by name when one is sent, and otherwise by id', async () => {
    const device = await fixture.device();
    const named = await template(['1', '1'], 'Two');
    const other = await template(['1']);
    await apply({ mac_ids: device.macId, init_template_name: named.name, init_template_id: other._id });
    expect(await uplinks(device, false)).to.have.length(2);
    await apply({ mac_ids: device.macId, init_template_id: other._id });
    expect(await uplinks(device, false)).to.have.length(1);
    await apply({ mac_ids: device.macId, init_template_name: '', init_template_id: named._id });
    expect(await uplinks(device, false)).to.have.length(2);
  });

  // docs/interface.md#apply_configuration-3
  it('does not fall back to the id when the name is unknown', async () => {
    const device = await fixture.device();
    const { _id } = await template(['1']);
    const reply = await apply({
      mac_ids: device.macId,
      init_template_name: 'no such',
      init_template_id: _id,
    });
    expect(reply.body).to.include({ error_code: 1014 });
  });

  // docs/interface.md#apply_configuration-4
  it('answers 404 with 1013 when no device matches, before it looks for the template', async () => {
    const foreign = await (await deviceFixture()).device();
    const reply = await apply({ mac_ids: `${foreign.macId},nonsense`, init_template_name: 'no such' });
    expect(reply.status).to.equal(404);
    expect(reply.body).to.have.all.keys('msg', 'error_code').and.include({ error_code: 1013 });
  });

  // docs/interface.md#apply_configuration-4
  it('answers 404 with 1014 when the template is missing or belongs to another organisation', async () => {
    const device = await fixture.device();
    const foreign = await makeTemplate(fixture.api.deps, (await deviceFixture()).org, ['1']);
    for (const input of [{ init_template_name: foreign.name }, { init_template_id: foreign._id }]) {
      const reply = await apply({ mac_ids: device.macId, ...input });
      expect(reply.status).to.equal(404);
      expect(reply.body).to.have.all.keys('msg', 'error_code').and.include({ error_code: 1014 });
    }
  });

  for (const [wifiUplink, usb, expected] of [
    [false, false, ['1']],
    [true, false, ['1', '2', '3']],
    [false, true, ['1', '4']],
    [true, true, ['1', '2', '3', '4']],
  ] as const) {
    // docs/interface.md#apply_configuration-5
    it(`adds ${expected.join(', ')} for wifi_uplink ${wifiUplink} and usb ${usb}`, async () => {
      const part = await makePart(fixture.api.deps, { wifiUplink, usb });
      const device = await fixture.device({ part });
      const { name } = await template(['1', '2', '3', '4', '5']);
      expect((await apply({ mac_ids: device.macId, init_template_name: name })).status).to.equal(200);
      const added = await uplinks(device, false);
      expect(added.map((uplink) => uplink.uplinkType)).to.deep.equal(expected);
      expect(added[0]?.details).to.deep.equal({ uplink_type: '1', place: 0 });
    });
  }

  // docs/interface.md#apply_configuration-5
  it('flags existing uplinks as deleted and keeps them', async () => {
    const [device, untouched] = [await fixture.device(), await fixture.device()];
    const old = await makeUplink(fixture.api.deps, device);
    await makeUplink(fixture.api.deps, untouched);
    const { name } = await template(['1']);
    await apply({ mac_ids: device.macId, init_template_name: name });
    const [flagged, ...more] = await uplinks(device, true);
    expect(more).to.deep.equal([]);
    expect(flagged).to.deep.equal({ ...old, isDeleted: true, deletedAt: flagged?.deletedAt });
    expect(flagged?.deletedAt).to.be.a('date');
    expect(await uplinks(device, false)).to.have.length(1);
    expect(await uplinks(untouched, false)).to.have.length(1);
  });

  // docs/interface.md#apply_configuration-5
  it('leaves a device without uplinks when the template has no entries', async () => {
    const device = await fixture.device();
    await makeUplink(fixture.api.deps, device);
    const { name } = await template([]);
    expect((await apply({ mac_ids: device.macId, init_template_name: name })).status).to.equal(200);
    expect(await uplinks(device, false)).to.have.length(0);
  });

  // docs/interface.md#apply_configuration-6
  it('counts unknown MACs as not saved and saves the others', async () => {
    const device = await fixture.device();
    const { name } = await template(['1']);
    const reply = await apply({
      mac_ids: `02ffffffffff,${device.macId},nonsense,02:ff:ff:ff:ff:ff`,
      init_template_name: name,
    });
    expect(reply.status).to.equal(422);
    expect((reply.body as { msg: string }).msg).to.match(/: 02:FF:FF:FF:FF:FF, NONSENSE$/);
    expect(await uplinks(device, false)).to.have.length(1);
    expect(await fixture.stored(device.macId)).to.include({ revision: 1 });
  });

  // docs/interface.md#apply_configuration-7
  it('answers 200 with msg and status when every device is saved', async () => {
    const devices = [await fixture.device(), await fixture.device()];
    const { name } = await template(['1']);
    const mac_ids = devices.map((device) => device.macId).join(',');
    const reply = await apply({ mac_ids, init_template_name: name });
    expect(reply.status).to.equal(200);
    expect(reply.body).to.have.all.keys('msg', 'status').and.include({ status: 200 });
  });

  // docs/interface.md#apply_configuration-7
  it('answers 422 with status 1016 and no error_code when a device is not saved', async () => {
    const device = await fixture.device();
    const { name } = await template(['1']);
    const reply = await apply({ mac_ids: `${device.macId},nonsense`, init_template_name: name });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.have.all.keys('msg', 'status').and.include({ status: 1016 });
  });

  for (const as of ['json', 'form', 'query'] as const) {
    it(`accepts its parameters as ${as}`, async () => {
      const device = await fixture.device();
      const { _id } = await template(['1']);
      const input = { mac_ids: device.macId, init_template_id: String(_id) };
      expect((await fixture.ask(applyConfigurationEndpoint, input, { as })).status).to.equal(200);
    });
  }

  for (const input of [
    { mac_ids: ['x'] },
    { mac_ids: { $ne: 1 } },
    { init_template_name: { $ne: null } },
    { init_template_id: { $gt: 0 } },
  ]) {
    it(`answers ${JSON.stringify(input)} with 422 and 1103`, async () => {
      const reply = await apply({ mac_ids: 'x', init_template_name: 'y', ...input });
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ error_code: 1103 });
    });
  }

  for (const init_template_id of ['abc', 1.5])
    it(`knows no template with the id ${init_template_id}, which has other characters than digits`, async () => {
      const device = await fixture.device();
      const reply = await fixture.ask(applyConfigurationEndpoint, {
        mac_ids: device.macId,
        init_template_id,
      });
      expect(reply.status).to.equal(404);
      expect(reply.body).to.include({ error_code: 1014 });
    });

  it('leaves a device with the uplinks of one of two concurrent requests, not of both', async () => {
    const device = await fixture.device();
    const { name } = await template(['1', '1']);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => apply({ mac_ids: device.macId, init_template_name: name })),
    );
    expect(replies.map((reply) => reply.status)).to.deep.equal(Array.from({ length: 6 }, () => 200));
    expect(await uplinks(device, false)).to.have.length(2);
    expect(await uplinks(device, true)).to.have.length(10);
  });

  it('refuses a viewer, and a list with a read-only device, before it changes anything', async () => {
    const viewer = await fixture.user({ role: 'viewer' });
    const reader = await fixture.user({
      networks: [
        { id: fixture.network._id, access: 'full' },
        { id: fixture.other._id, access: 'read' },
      ],
    });
    const [mine, readOnly] = [await fixture.device(), await fixture.device({ network: fixture.other })];
    const { name } = await template(['1']);
    const input = { mac_ids: `${mine.macId},${readOnly.macId}`, init_template_name: name };
    for (const { token } of [viewer, reader]) {
      const reply = await apply(input, token);
      expect(reply.status).to.equal(403);
      expect(reply.body).to.include({ error_code: 1102 });
    }
    expect(await uplinks(mine, false)).to.have.length(0);
    expect((await apply({ ...input, mac_ids: mine.macId }, reader.token)).status).to.equal(200);
  });

  it('counts devices outside the caller’s scope as not saved', async () => {
    const { token } = await fixture.user({ networks: [{ id: fixture.network._id, access: 'full' }] });
    const [mine, hidden] = [await fixture.device(), await fixture.device({ network: fixture.other })];
    const { name } = await template(['1']);
    const reply = await apply({ mac_ids: `${mine.macId},${hidden.macId}`, init_template_name: name }, token);
    expect(reply.body).to.include({ status: 1016 });
    expect((reply.body as { msg: string }).msg)
      .to.include(hidden.macId)
      .and.not.include(mine.macId);
    expect(await uplinks(hidden, false)).to.have.length(0);
  });
});
