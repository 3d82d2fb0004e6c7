import { expect } from 'chai';
import type { RunningWorker } from '../../worker/start-worker.js';
import { RealClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { makeDevice, makePart } from '../fixtures/records/device.js';
import { makeRelease } from '../fixtures/records/firmware.js';
import { makeNetwork, makeOrganisation, makeUser } from '../fixtures/records/organisation.js';
import { TestService } from '../fixtures/records/test-service.js';
import { startTestWorker } from '../fixtures/test-worker.js';

describe('an upgrade of a network', () => {
  let service: TestService;
  let worker: RunningWorker;

  before(async () => {
    service = await TestService.open({ UPGRADE_SOAK_S: '1', SWEEP_INTERVAL_S: '1' }, new RealClock());
    worker = await startTestWorker(service);
  });
  after(async () => {
    await worker.close();
    await service.close();
  });

  it('is scheduled, offered to the device, reported, verified and ends as Success', async () => {
    const { api, deps } = service;
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

    const order = await eventually('the device has its offer', () =>
      service.acceptedHeartbeat(device, { firmware_version: '1.0.0' }),
    );
    expect(order).to.include({ version: '2.0.0', save_prev_config: false });
    const { id } = order;
    await service.acceptedHeartbeat(device, {
      firmware_version: '1.0.0',
      upgrade: { id, state: 'downloading', progress: 40 },
    });
    await service.acceptedHeartbeat(device, {
      firmware_version: '1.0.0',
      upgrade: { id, state: 'installing' },
    });
    const shown = await eventually('Success', async () => {
      await service.acceptedHeartbeat(device, { firmware_version: '2.0.0' });
      const { body } = await api.call('GET', `/upgrades/${id}`, { token });
      const { upgrades } = (body as { data: { upgrades: Record<string, unknown> } }).data;
      return upgrades['status'] === 'Success' && upgrades;
    });
    expect(shown).to.include({ status: 'Success', progress: 100, attempts: 1, aps: `AP:${device._id}` });
  });
});
