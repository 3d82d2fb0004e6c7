import { expect } from 'chai';
import { makeSsid } from '../../fixtures/records/ssid.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { ConfiguredDevice } from './configured-device.js';

const SSID = { ssid_name: 'Lobby', security_mode: '2', wpa_key: 'room-service-only' };

interface ShownBody {
  readonly data: { readonly configuration: { readonly rendered: { readonly at: string } | null } };
}

describe('the configuration of a device that fetches often', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let device: ConfiguredDevice;

  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    fixture = await service.fixture();
    device = new ConfiguredDevice(service, await fixture.device({ network: fixture.network }));
  });

  /** When the document was rendered that the device has fetched last. */
  async function renderedAt(): Promise<string | undefined> {
    const reply = await fixture.call('GET', `/v1/devices/${device.device._id}/configuration`);
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as ShownBody).data.configuration.rendered?.at;
  }

  // docs/configuration.md#fetch-5
  it('is fetched at most ten times a minute', async () => {
    const statuses = [];
    for (let number = 0; number < 11; number += 1) statuses.push((await device.fetch()).status);
    expect(statuses).to.deep.equal([...Array<number>(10).fill(200), 429]);
  });

  it('is not noted as fetched by a device that fetches too often, alone or beside others', async () => {
    for (let number = 0; number < 10; number += 1) await device.document();
    const before = await renderedAt();
    service.clock.advance(1);
    await makeSsid(service.api, fixture, SSID);
    const other = new ConfiguredDevice(service, await fixture.device({ network: fixture.network }));
    const [refused, given] = await Promise.all([device.fetch(), other.fetch()]);
    expect([refused.status, refused.headers.has('Retry-After'), given.status]).to.deep.equal([
      429,
      true,
      200,
    ]);
    expect(refused.text).not.to.contain('Lobby');
    expect(await renderedAt()).to.equal(before);
    await device.untilFetch(true, null);
  });
});
