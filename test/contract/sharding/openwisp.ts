import { randomBytes } from 'node:crypto';
import type { ApiDeps } from '../../../api/deps.js';
import { uuidOfMac } from '../../../shared/openwisp/domain/device-uuid.js';
import { uniqueMac, type TestDevice } from '../../fixtures/records/device.js';
import { makeEnrolmentToken } from '../../fixtures/records/enrolment.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { registration } from '../../openwisp/openwisp-agent.js';
import type { Call } from './console.js';

/** What a device with openwisp-config asks from its start until it runs its configuration. */
export async function callOpenwisp(
  call: Call,
  { mongo }: Pick<ApiDeps, 'mongo'>,
  { macId, deviceKey: key }: Pick<TestDevice, 'macId' | 'deviceKey'>,
): Promise<void> {
  const uuid = uuidOfMac(macId);
  await call('POST', `/controller/update-info/${uuid}/`, { key, os: 'OpenWrt 23.05.3' }, null);
  for (const operation of ['checksum', 'download-config', 'checksum'])
    await call('GET', `/controller/${operation}/${uuid}/?key=${key}`, undefined, null);
  await call('POST', `/controller/report-status/${uuid}/`, { key, status: 'applied' }, null);
  await call('GET', `/controller/checksum/${uuid}/?key=${key}`, undefined, null);
  const openwispUuid = randomBytes(16).toString('hex');
  await mongo.models.masterInventory.updateOne({ _id: macId }, { $set: { openwispUuid } });
  await call('GET', `/controller/checksum/${openwispUuid}/?key=${key}`, undefined, null);
}

/** Registers a device, and registers it again after its answer was lost. */
export async function registerOpenwisp(call: Call, { api, org, part }: UpgradeFixture): Promise<void> {
  const { secret } = await makeEnrolmentToken(api.deps, org);
  const { hardwareParts } = api.deps.mongo.models;
  await hardwareParts.updateOne({ _id: part._id }, { $set: { boards: ['sharded model'] } });
  const device = registration(secret, uniqueMac(), 'sharded model');
  for (let asked = 0; asked < 2; asked += 1) await call('POST', '/controller/register/', device, null);
}
