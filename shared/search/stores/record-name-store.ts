import type { Model, QueryFilter } from 'mongoose';
import type { ConfigurationModels } from '../../configuration/models/models.js';
import type { EnrolmentModels } from '../../enrolment/models/models.js';
import type { RolloutModels } from '../../rollouts/models/models.js';

/** The models whose records have names. */
export type NamedModels = ConfigurationModels & EnrolmentModels & RolloutModels;

/** The kinds of records that the audit log names, as in `rollout:7`. */
export const NAMED_KINDS = [
  'device',
  'enrolment_token',
  'network',
  'radius_server',
  'rollout',
  'ssid',
  'tag',
  'user',
  'webhook',
] as const;

export type NamedKind = (typeof NAMED_KINDS)[number];

/** Reads the names of records of an organisation by id; ids of other organisations have none. */
export type ReadNames = (
  organisationId: number,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, string>>;

/** Each kind by one query over the organisation and at most a page of ids. */
export function createRecordNameStore(models: NamedModels): Readonly<Record<NamedKind, ReadNames>> {
  return {
    device: namesIn(models.devices, 'name'),
    enrolment_token: namesIn(models.enrolmentTokens, 'name'),
    network: namesIn(models.networks, 'networkName'),
    radius_server: namesIn(models.radiusServers, 'name'),
    rollout: namesIn(models.rollouts, 'settings.name'),
    ssid: namesIn(models.networkSsids, 'ssidName'),
    tag: namesIn(models.tags, 'name'),
    user: namesIn(models.users, 'email'),
    webhook: namesIn(models.webhooks, 'url'),
  };
}

/** @param path of the name in the records, such as `settings.name` */
function namesIn<Stored>(records: Model<Stored>, path: string): ReadNames {
  const keys = path.split('.');
  return async (organisationId, ids) => {
    const found = await records
      .find({ organisationId, _id: { $in: [...ids] } } as unknown as QueryFilter<Stored>, { [path]: 1 })
      .batchSize(ids.length + 1)
      .lean<{ readonly _id: number }[]>();
    const nameOf = (record: unknown): unknown =>
      keys.reduce((value, key) => (value as Readonly<Record<string, unknown>>)[key], record);
    return new Map(found.map((record) => [record._id, nameOf(record) as string]));
  };
}
