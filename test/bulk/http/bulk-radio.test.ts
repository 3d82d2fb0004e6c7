import { expect } from 'chai';
import { makePart } from '../../fixtures/records/device.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { bulkFixture, type BulkFixture } from '../bulk-fixture.js';

describe('a bulk operation on radios', () => {
  let fixture: BulkFixture;
  beforeEach(async () => {
    fixture = await bulkFixture();
  });

  const stored = (id: number) => fixture.api.deps.mongo.models.devices.findOne({ _id: id }).lean();

  // docs/administration.md#create_bulk_operation-2
  it('sets the members of the radios of access points, and says which cannot have them', async () => {
    const { api, network } = fixture;
    const part = await makePart(api.deps, { isSwitch: true });
    const [plain, tuned, wide, managedSwitch] = [
      await fixture.device({ network }),
      await fixture.device({ network }),
      await fixture.device({ network }),
      await fixture.device({ network, part }),
    ];
    const set = async ({ _id }: { _id: number }, radio: object): Promise<void> => {
      const reply = await fixture.call('PATCH', `/v1/devices/${_id}`, { body: { radio } });
      expect(reply.status, reply.text).to.equal(200);
    };
    await set(tuned, {
      country: 'AT',
      bands: { '5g': { channel: 36, power_dbm: 10 }, '2g': { channel: 1 } },
    });
    await set(wide, { bands: { '5g': { width_mhz: 160 } } });
    const ids = [plain, tuned, wide, managedSwitch].map(({ _id }) => _id);
    const params = { bands: { '5g': { channel: 140 } }, country: 'DE' };
    for (let time = 0; time < 2; time += 1) {
      const ended = await fixture.run({ ids, action: 'radio', params });
      expect(ended).to.include({ done: 4, failed_count: 2 });
      expect(ended.failed.map(({ id, error_code: code, reason }) => [id, code, reason])).to.have.deep.members(
        [
          [wide._id, 1109, 'radio.bands.5g.channel: channel 140 of 5g has no width of 160 MHz'],
          [managedSwitch._id, 1109, 'A switch has no radios'],
        ],
      );
    }
    expect((await stored(plain._id))?.radio).to.deep.equal(params);
    expect(await stored(plain._id)).to.include({ revision: 1, configurationSeq: 1 });
    expect((await stored(tuned._id))?.radio).to.deep.equal({
      country: 'DE',
      bands: { '2g': { channel: 1 }, '5g': { channel: 140, power_dbm: 10 } },
    });
    expect((await stored(wide._id))?.radio).to.deep.equal({ bands: { '5g': { width_mhz: 160 } } });
    const entries = await api.deps.mongo.models.auditEntries
      .find({ organisationId: fixture.org, action: 'devices.configured' })
      .lean();
    expect(entries.map(({ after }) => after?.['radio'])).to.deep.equal([params, params]);
  });

  // docs/configuration.md#radio-options
  it('sets and removes options for administrators only', async () => {
    const device = await fixture.device({ network: fixture.network });
    const options = { hostapd: { rts_threshold: '500' }, uci: {} };
    const radio = { bands: { '5g': { options } } };
    const byAdmin = await fixture.run({ ids: [device._id], action: 'radio', params: radio });
    expect(byAdmin).to.include({ done: 1, failed_count: 0 });
    expect((await stored(device._id))?.radio).to.deep.equal(radio);
    const operator = await makeUser(fixture.api.deps, fixture.org, {
      role: 'operator',
      networks: [{ id: fixture.network._id, access: 'full' }],
    });
    const { status, body } = await fixture.create(
      { ids: [device._id], action: 'radio', params: radio },
      { token: operator.token },
    );
    expect([status, (body as { error_code: number }).error_code]).to.deep.equal([403, 1102]);
    const ended = await fixture.run(
      { ids: [device._id], action: 'radio', params: { bands: { '5g': null } } },
      { token: operator.token },
    );
    expect(ended.failed.map(({ error_code: code }) => code)).to.deep.equal([1102]);
    expect((await stored(device._id))?.radio).to.deep.equal(radio);
  });

  // docs/administration.md#create_bulk_operation-4
  it('is refused for settings that no device can have', async () => {
    const device = await fixture.device({ network: fixture.network });
    const refuse = async (params: object): Promise<unknown> => {
      const { status, body } = await fixture.create({ ids: [device._id], action: 'radio', params });
      return [status, (body as { errors: { path: string }[] }).errors.map(({ path }) => path)];
    };
    const five = { channel: 140, width_mhz: 160, power_dbm: 40 };
    expect(await refuse({ bands: { '5g': five } })).to.deep.equal([422, ['params.bands.5g.power_dbm']]);
    expect(await refuse({ bands: { '5g': { ...five, power_dbm: 4 } } })).to.deep.equal([
      422,
      ['params.bands.5g.width_mhz'],
    ]);
    expect(await refuse({ bands: { '5g': { channel: 36, channels: [36] } } })).to.deep.equal([
      422,
      ['params.bands.5g.channels'],
    ]);
    expect(await refuse({})).to.deep.equal([422, ['params']]);
    const among = { bands: { '5g': { channels: [36] } } };
    expect((await fixture.create({ ids: [device._id], action: 'radio', params: among })).status).to.equal(
      202,
    );
  });
});
