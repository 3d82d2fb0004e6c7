import { expect } from 'chai';
import { makeSsid } from '../../fixtures/records/ssid.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { ConfiguredDevice } from './configured-device.js';

interface Shown {
  readonly seq: number;
  readonly parts: readonly object[];
  readonly held: object | null;
}

describe('the configuration of a network', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  before(async () => {
    service = await TestService.open();
    fixture = await service.fixture();
  });
  after(() => service.close());

  async function shown(): Promise<Shown> {
    const reply = await fixture.call('GET', `/v1/networks/${fixture.network._id}/configuration`);
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { configuration: Shown } }).data.configuration;
  }
  async function patch(canary: boolean): Promise<void> {
    const body = { configuration: { canary } };
    const reply = await fixture.call('PATCH', `/v1/networks/${fixture.network._id}`, { body });
    expect(reply.status, reply.text).to.equal(200);
  }
  const now = (): string => service.clock.now().toISOString();

  // docs/configuration.md#network_configuration-3
  it('shows the test of each part and the hold, until canaries are turned off', async () => {
    const device = new ConfiguredDevice(service, await fixture.device({ network: fixture.network }));
    const { _id: device_id, partNumber: part_number } = device.device;
    await makeSsid(service.api, fixture, { ssid_name: 'Lobby', security_mode: '0' });
    const { revision } = await device.document();
    await device.report(revision);
    expect(await shown()).to.deep.include({ seq: 1, parts: [], held: null });

    await makeSsid(service.api, fixture, { ssid_name: 'Bar', security_mode: '0' });
    expect(await shown()).to.deep.include({ seq: 2, parts: [], held: null });
    await device.untilFetch(true, revision);
    const claimed = { part_number, device_id, tries: 1, claimed_at: now() };
    const none = { fetched_at: null, applied_at: null, passed_at: null };
    expect(await shown()).to.deep.include({ seq: 2, parts: [{ ...claimed, ...none }], held: null });

    service.clock.advance(1);
    const { revision: attempted } = await device.document();
    const parts = [{ ...claimed, ...none, fetched_at: now() }];
    expect(await shown()).to.deep.include({ seq: 2, parts, held: null });

    service.clock.advance(1);
    const error = { code: 'apply', message: 'no radio' };
    await device.report(revision, { state: 'failed', attempted, attempt: 1, error });
    const held = { reason: 'canary', part_number, device_id, code: 'apply', at: now() };
    expect(await shown()).to.deep.include({ seq: 2, parts, held });

    await patch(false);
    expect(await shown()).to.deep.include({ seq: 2, parts: [], held: null });
  });
});
