import { expect } from 'chai';
import { readEnv } from '../../shared/platform/env/env.js';
import { createLogger } from '../../shared/platform/observability/logger.js';
import { startWorker, type RunningWorker } from '../../worker/start-worker.js';
import { startTestApi, type TestApi } from '../fixtures/api.js';
import { eventually } from '../fixtures/eventually.js';
import { makeDevice, makePart, type TestDevice } from '../fixtures/records/device.js';
import { makeRelease } from '../fixtures/records/firmware.js';
import { makeNetwork, makeOrganisation, makeUser } from '../fixtures/records/organisation.js';

const SETTINGS = {
  QUEUE_PREFIX: '{thin-line}',
  UPGRADE_SOAK_S: '1',
  SWEEP_INTERVAL_S: '1',
  LOG_LEVEL: 'silent',
  WORKER_PORT: '0',
};

describe('an upgrade of a network', () => {
  let api: TestApi;
  let worker: RunningWorker;

  before(async () => {
    api = await startTestApi({ env: SETTINGS });
    worker = await startWorker(readEnv({ ...process.env, ...SETTINGS }), createLogger('silent', 'worker'));
  });
  after(async () => {
    await worker.close();
    await api.close();
  });

  async function beat(device: TestDevice, body: Record<string, unknown>): Promise<Record<string, unknown>> {
    const reply = await api.call('POST', '/device/v1/heartbeat', {
      body: { mac_id: device.macId, ...body },
      headers: { Authorization: `Bearer ${device.deviceKey}` },
    });
    expect(reply.status).to.equal(200);
    return reply.body;
  }

  it('is scheduled, offered to the device, reported, verified and ends as Success', async () => {
    const { deps } = api;
    const { _id: org } = await makeOrganisation(deps);
    const { token } = await makeUser(deps, org);
    const network = await makeNetwork(deps, org);
    const part = await makePart(deps);
    const device = await makeDevice(deps, org, { network, part });
    await makeRelease(deps, org, '2.0.0', [part._id]);

    const created = await api.call('POST', '/upgrades', {
      token,
      body: { upgrade: { aps: [`network:${network._id}`] } },
    });
    expect(created.body).to.deep.equal({ message: 'Successfully created Upgrade!', status: 200 });

    const order = await eventually(
      'the device has its offer',
      async () => (await beat(device, { firmware_version: '1.0.0' }))['upgrade'],
    );
    expect(order).to.include({ version: '2.0.0', save_prev_config: false });
    const { id } = order as { id: number };
    await beat(device, { firmware_version: '1.0.0', upgrade: { id, state: 'downloading', progress: 40 } });
    await beat(device, { firmware_version: '1.0.0', upgrade: { id, state: 'installing' } });
    await beat(device, { firmware_version: '2.0.0' });
    const shown = await eventually('Success', async () => {
      const { body } = await api.call('GET', `/upgrades/${id}`, { token });
      const { upgrades } = (body as { data: { upgrades: Record<string, unknown> } }).data;
      return upgrades['status'] === 'Success' && upgrades;
    });
    expect(shown).to.include({ status: 'Success', progress: 100, attempts: 1, aps: `AP:${device._id}` });
  });
});
