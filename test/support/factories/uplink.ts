import type { DeviceRecord } from '../../../shared/models/device.js';
import type { InitTemplateRecord } from '../../../shared/models/init-template.js';
import type { UplinkRecord } from '../../../shared/models/uplink.js';
import type { ApiDeps } from '../../../api/deps.js';

/** An uplink that a device has, of any template. */
export async function makeUplink(
  { stores, mongo, now }: ApiDeps,
  device: DeviceRecord,
  uplinkType = '1',
): Promise<UplinkRecord> {
  const record = {
    _id: await stores.ids.reserve('uplinks'),
    organisationId: device.organisationId,
    deviceId: device._id,
    uplinkType,
    details: { uplink_type: uplinkType, made: 'before' },
    isDeleted: false,
    deletedAt: null,
    createdAt: now(),
  };
  await mongo.models.uplinks.collection.insertOne(record as never);
  return record;
}

/** A template whose entries have these types, in this order; each also says its place. */
export async function makeTemplate(
  { stores, mongo }: ApiDeps,
  organisationId: number,
  types: readonly string[],
  fields: Partial<InitTemplateRecord> = {},
): Promise<InitTemplateRecord> {
  const _id = await stores.ids.reserve('initTemplates');
  const details = types.map((uplink_type, place) => ({ uplink_type, place }));
  const record = { _id, organisationId, name: `Template ${_id}`, details, ...fields };
  await mongo.models.initTemplates.create(record);
  return record;
}
