import { expect } from 'chai';
import { startTestApi, type TestApi } from '../../fixtures/api.js';
import { runCli } from '../../fixtures/cli.js';
import { watchSecret } from '../../fixtures/log-watch.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { makeTemplate } from '../../fixtures/records/uplink.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { ConfiguredDevice } from './configured-device.js';

const AP = '/v1/access_points';
const OLD = Buffer.alloc(32, 'old').toString('base64');
const NEW = Buffer.alloc(32, 'new').toString('base64');
const PASSWORD = 'secret-of-the-modem';
const ENTRY = { uplink_type: '1', protocol: 'pppoe', username: 'hotel', password: PASSWORD, key: 12_345_678 };

// docs/configuration.md#secrets
describe('the secrets of an init template', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let device: ConfiguredDevice;
  const apis: TestApi[] = [];
  before(async () => {
    watchSecret(PASSWORD);
    service = await TestService.open({ ENCRYPTION_KEY: OLD });
    fixture = await service.fixture();
    device = new ConfiguredDevice(service, await fixture.device({ network: fixture.network }));
    const template = await makeTemplate(service.deps, fixture.org, [], { details: [ENTRY] });
    expect((await apply(template._id)).status).to.equal(200);
  });
  after(async () => {
    await Promise.all(apis.map((api) => api.close()));
    await service.close();
  });

  function apply(id: number, api: TestApi = service.api) {
    const body = { mac_ids: device.device.macId, init_template_id: id };
    return api.call('PUT', `${AP}/apply_configuration`, { body, token: fixture.admin.token });
  }
  async function apiWith(ENCRYPTION_KEY: string): Promise<TestApi> {
    const api = await startTestApi({ env: { ...service.env, ENCRYPTION_KEY } });
    apis.push(api);
    return api;
  }
  async function stored(): Promise<string> {
    const { uplinks, initTemplates } = service.deps.mongo.models;
    return JSON.stringify([await uplinks.find({}).lean(), await initTemplates.find({}).lean()]);
  }

  it('are in the document of the device, and neither in its uplinks nor in what operators see', async () => {
    const { uplinks } = await device.document();
    const { uplink_type: _type, ...settings } = ENTRY;
    expect(uplinks).to.deep.equal([{ type: 'ethernet', settings }]);
    const found = await service.deps.mongo.models.uplinks.find({}).lean();
    expect(JSON.stringify(found)).to.contain('hotel').and.not.contain(PASSWORD).and.not.contain('12345678');
    const listed = await fixture.call('GET', `${AP}/list_inventory`, { query: { ui: 'true' } });
    expect(listed.text).to.contain('hotel').and.not.contain(PASSWORD).and.not.contain('12345678');
    const shown = await fixture.call('GET', `/v1/devices/${device.device._id}/configuration`);
    expect(shown.text).to.contain('"password":"***"').and.not.contain(PASSWORD);
  });

  it('are encrypted again by `keys rotate`', async () => {
    const document = await device.document();
    const rotate = (ENCRYPTION_KEY: string) =>
      runCli(service.api, ['keys', 'rotate'], { env: { ...service.env, ENCRYPTION_KEY } });
    // The key of the salts, the uplink and the template.
    expect((await rotate(`${NEW},${OLD}`)).lines[0]).to.match(/^3 encrypted again/);
    expect((await rotate(`${NEW},${OLD}`)).lines[0]).to.match(/^0 encrypted again/);
    expect(await stored()).not.to.contain(PASSWORD);
    const newOnly = await apiWith(NEW);
    expect(await device.document(newOnly)).to.deep.equal(document);
    const template = await service.deps.mongo.models.initTemplates.findOne({}).orFail().lean();
    expect((await apply(template._id, newOnly)).status).to.equal(200);
    const again = await device.document(newOnly);
    expect(again['uplinks']).to.deep.equal(document['uplinks']);
    expect((await rotate(OLD)).code).to.equal(1);
  });

  it('that cannot be decrypted leave the uplink out of the document, and the template unused', async () => {
    const { configurationSettings, initTemplates, uplinks } = service.deps.mongo.models;
    const [template, uplink] = [
      await initTemplates.findOne({}).orFail().lean(),
      await uplinks.findOne({ isDeleted: false }).orFail().lean(),
    ];
    const newOnly = await apiWith(NEW);
    expect(await configurationSettings.countDocuments()).to.equal(1);
    // The secrets of another record.
    await uplinks.updateOne({ _id: uplink._id }, { $set: { secrets: template.secrets } });
    await initTemplates.updateOne({ _id: template._id }, { $set: { secrets: uplink.secrets } });
    expect((await device.document(newOnly))['uplinks']).to.deep.equal([]);
    const { token } = fixture.admin;
    const path = `/v1/devices/${device.device._id}/configuration`;
    const { body } = await newOnly.call('GET', path, { token });
    const { left_out } = (body as { data: { configuration: { left_out: object[] } } }).data.configuration;
    expect(left_out).to.deep.equal([{ ssid_id: null, field: 'key', value: null, reason: 'key_missing' }]);
    expect((await apply(template._id, newOnly)).status).to.equal(503);
    expect(await uplinks.countDocuments({ isDeleted: false })).to.equal(1);
  });
});
