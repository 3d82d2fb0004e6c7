import type { Reply } from '../fixtures/api.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';

/** Fetches the configuration of a device that has reported that it cannot apply it. */
export async function refusedConfiguration(fixture: UpgradeFixture): Promise<Reply> {
  const { macId: mac_id, deviceKey, firmwareVersion: firmware_version } = await fixture.device();
  const headers = { Authorization: `Bearer ${deviceKey}` };
  const fetch = () => fixture.api.call('GET', '/device/v1/configuration', { query: { mac_id }, headers });
  const { revision: attempted } = (await fetch()).body as { revision: string };
  const error = { code: 'apply' };
  const configuration = { revision: null, state: 'failed', attempted, attempt: 1, error };
  const body = { mac_id, firmware_version, configuration };
  await fixture.api.call('POST', '/device/v1/heartbeat', { body, headers });
  return fetch();
}
