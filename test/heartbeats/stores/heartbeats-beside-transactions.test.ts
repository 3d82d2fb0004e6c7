import { expect } from 'chai';
import type { ClientSession } from 'mongoose';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';
import type { TestDevice } from '../../fixtures/records/device.js';

describe('firmware reported during a transaction', () => {
  let fixture: DeviceFixture;
  let device: TestDevice;
  let session: ClientSession;
  beforeEach(async () => {
    fixture = await deviceFixture();
    device = await fixture.device();
    session = await fixture.api.deps.mongo.connection.startSession();
    session.startTransaction();
  });
  afterEach(() => session.endSession());

  const report = (firmwareVersion: string): Promise<void> => {
    const { _id: deviceId, revision } = device;
    const change = { organisationId: fixture.org, deviceId, revision, firmwareVersion };
    return fixture.api.deps.stores.heartbeats.writeFirmware([change]);
  };
  const revision = async (): Promise<string> => {
    const scope = { organisationId: fixture.org, networkIds: 'all', unassigned: true } as const;
    return (await fixture.api.deps.stores.devices.inventoryCounts(scope)).revision;
  };

  it('is written at once when the transaction locks the organisation', async () => {
    const { organisations } = fixture.api.deps.mongo.models;
    const before = await revision();
    await organisations.updateOne({ _id: fixture.org }, { $inc: { inventoryRevision: 1 } }, { session });
    await report('9.9.9');
    expect(await fixture.stored(device.macId)).to.include({ firmwareVersion: '9.9.9' });
    expect(await revision()).not.to.equal(before);
    await session.commitTransaction();
  });

  it('is written by the next heartbeat when the transaction locks the device', async () => {
    const { devices } = fixture.api.deps.mongo.models;
    await devices.updateOne(
      { _id: device._id, organisationId: fixture.org },
      { $set: { name: 'held' } },
      { session },
    );
    await report('9.9.9');
    // The transaction still holds the device: the report has not waited for its end.
    await devices.updateOne(
      { _id: device._id, organisationId: fixture.org },
      { $set: { name: 'still held' } },
      { session },
    );
    await session.abortTransaction();
    await report('9.9.9');
    expect(await fixture.stored(device.macId)).to.include({ firmwareVersion: '9.9.9' });
  });
});
