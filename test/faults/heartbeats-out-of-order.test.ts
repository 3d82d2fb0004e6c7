import { expect } from 'chai';
import type { DeviceStateRecord } from '../../shared/inventory/models/device-state.js';
import type { UpgradeReport } from '../../shared/upgrades/domain/device-beat.js';
import { startApiProcess, type ApiProcess } from '../processes/api-process.js';
import { NOTHING } from '../../shared/heartbeats/operations/record-heartbeats.js';
import { RealClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import type { TestDevice } from '../fixtures/records/device.js';
import { TrackedUpgrade, NEW, OLD } from '../fixtures/records/tracked-upgrade.js';
import { TestService } from '../fixtures/records/test-service.js';

const LATE_MS = 10_000;

describe('heartbeats that arrive twice or late', () => {
  let service: TestService;
  let second: ApiProcess;
  before(async () => {
    service = await TestService.open({ UPGRADE_SOAK_S: '1' }, new RealClock());
    second = await startApiProcess(service.env);
  });
  after(async () => {
    await second.kill();
    await service.close();
  });
  afterEach(() => {
    service.failpoint = () => undefined;
  });

  async function state(device: TestDevice): Promise<DeviceStateRecord | null> {
    return service.deps.mongo.models.deviceStates.findById(device._id).lean();
  }

  /** Sends the heartbeat to the second API. */
  async function sendToSecondApi(
    device: TestDevice,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<number> {
    const answer = await fetch(`${second.url}/device/v1/heartbeat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${device.deviceKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ mac_id: device.macId, firmware_version: device.firmwareVersion, ...fields }),
    });
    await answer.text();
    return answer.status;
  }

  /** A heartbeat received ten seconds ago and not yet recorded. */
  async function recordLate(device: TestDevice, report: UpgradeReport | null): Promise<void> {
    const result = await service.deps.heartbeats.record({
      macId: device.macId,
      ref: { organisationId: device.organisationId, deviceId: device._id },
      at: new Date(Date.now() - LATE_MS),
      publicIp: '192.0.2.1',
      firmwareVersion: OLD,
      uptimeS: null,
      ports: null,
      report,
    });
    expect(result).to.deep.equal(NOTHING);
  }

  async function expectNewAndSuccess(tracked: TrackedUpgrade): Promise<void> {
    const { device } = tracked;
    const inventory = await service.deps.mongo.models.devices.findById(device._id).lean();
    expect([inventory?.firmwareVersion, (await state(device))?.firmwareVersion]).to.deep.equal([NEW, NEW]);
    await eventually('Success', async () => {
      await tracked.heartbeat({ firmware_version: NEW });
      return (await tracked.now()).status === 'Success';
    });
    expect((await tracked.now()).attempts).to.equal(1);
  }

  // docs/reliability.md#heartbeat-twice
  it('run an upgrade once when each is sent twice, to two APIs at the same time', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Queued');
    const { device, id } = tracked;
    const twice = async (fields: Readonly<Record<string, unknown>>): Promise<void> => {
      const answers = await Promise.all([service.heartbeat(device, fields), sendToSecondApi(device, fields)]);
      expect(answers.map((answer) => (typeof answer === 'number' ? answer : answer.status))).to.deep.equal([
        200, 200,
      ]);
    };
    for (const fields of [
      {},
      { upgrade: { id, state: 'downloading', progress: 10 } },
      { upgrade: { id, state: 'downloading', progress: 90 } },
      { upgrade: { id, state: 'installing' } },
      { firmware_version: NEW },
    ]) {
      await twice(fields);
    }
    await expectNewAndSuccess(tracked);
    expect(await service.upgrades(device)).to.have.length(1);
  });

  for (const [what, fields] of [
    ['no report', {}],
    ['the progress of its download', { state: 'downloading', progress: 50 }],
    ['a failed download', { state: 'failure' }],
  ] as const) {
    // docs/interface.md#heartbeat-3
    it(`undo no status when one with ${what} is overtaken by the next on another API`, async () => {
      const tracked = await TrackedUpgrade.at(service, 'Downloading');
      const { device, id } = tracked;
      let overtake = async (): Promise<void> => {
        overtake = () => Promise.resolve();
        expect(await sendToSecondApi(device, { firmware_version: NEW })).to.equal(200);
      };
      service.failpoint = (step) => (step === 'heartbeats-read' ? overtake() : undefined);
      await tracked.heartbeat('state' in fields ? { upgrade: { id, ...fields } } : {});
      expect((await tracked.now()).status).to.equal('Verifying');
      await expectNewAndSuccess(tracked);
    });
  }

  it('keep the newer version when one with a new version is overtaken by one with a newer version', async () => {
    const fixture = await service.fixture();
    const device = await fixture.device();
    let overtake = async (): Promise<void> => {
      overtake = () => Promise.resolve();
      expect(await sendToSecondApi(device, { firmware_version: NEW })).to.equal(200);
    };
    service.failpoint = (step) => (step === 'heartbeats-read' ? overtake() : undefined);
    await service.acceptedHeartbeat(device, { firmware_version: '1.5.0' });
    const inventory = await service.deps.mongo.models.devices.findById(device._id).lean();
    expect(inventory?.firmwareVersion).to.equal(NEW);
  });

  for (const status of ['Installing', 'Verifying'] as const) {
    // docs/reliability.md#heartbeat-late
    it(`undo no status when they report the old version ten seconds late during ${status}`, async () => {
      const tracked = await TrackedUpgrade.at(service, status);
      const { device, id } = tracked;
      const before = [await tracked.now(), await state(device)];
      for (const fields of [null, 'downloading', 'success', 'failure'] as const) {
        await recordLate(device, fields && { id, state: fields });
        expect([await tracked.now(), await state(device)], fields ?? 'no report').to.deep.equal(before);
      }
      await tracked.heartbeat({ firmware_version: NEW });
      await expectNewAndSuccess(tracked);
    });
  }
});
