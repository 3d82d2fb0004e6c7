import { expect } from 'chai';
import { pino } from 'pino';
import { startApi } from '../../../api/start-api.js';
import { monitored } from '../../../dev/monitored-uri.js';
import { readEnv } from '../../../shared/platform/env/env.js';
import { TestApi } from '../../fixtures/api.js';
import { ssidFixture } from '../../fixtures/records/ssid.js';

const KEY = 'never-in-a-log-4711';

describe('the wpa_key of an SSID', () => {
  it('appears in no log line, for any request at any level', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    const env = readEnv({ ...process.env, NODE_ENV: 'test', PORT: '0', RATE_LIMIT_PER_MINUTE: '0' });
    const api = new TestApi(await startApi({ ...env, mongodbUri: monitored(env.mongodbUri) }, log));
    try {
      await api.deps.mongo.connected;
      const fixture = await ssidFixture(api);
      const id = await fixture.make({ wpa_key: KEY });
      const query = { 'network_ssid[wpa_key]': KEY, 'network_ssid[nat]': 'x' };
      await fixture.call('POST', '/v1/network_ssids', {
        query: { ...query, network_id: fixture.network._id },
      });
      await fixture.call('PUT', `/v1/network_ssids/${id}`, { query });
      await fixture.call('PUT', `/v1/network_ssids/${id}`, { body: { network_ssid: { wpa_key: [KEY] } } });
      await fixture.call('PUT', `/v1/network_ssids/${id}`, {
        body: `{"network_ssid": {"wpa_key": "${KEY}",}}`,
      });
      await fixture.call('PUT', `/v1/network_ssids/${id}`, { body: { network_ssid: [KEY] } });
      expect(await fixture.shown(id)).to.include({ wpa_key: KEY });
      await fixture.call('GET', '/v1/network_ssids');
      await fixture.call('DELETE', `/v1/network_ssids/${id}`);
    } finally {
      await api.close();
    }
    expect(lines.length).to.be.at.least(8);
    expect(lines.join('')).not.to.contain(KEY);
  });
});
