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
export function createRecordNameStore(models: NamedModels) {
  const { devices, enrolmentTokens, networks, networkSsids, radiusServers } = models;
  const { rollouts, tags, users, webhooks } = models;
  const among = (organisationId: number, ids: readonly number[]) => ({
    organisationId,
    _id: { $in: [...ids] },
  });
  const readers: Readonly<Record<NamedKind, ReadNames>> = {
    device: async (org, ids) =>
      namesOf(
        await devices
          .find(among(org, ids), { name: 1 })
          .batchSize(ids.length + 1)
          .lean(),
        'name',
      ),
    enrolment_token: async (org, ids) =>
      namesOf(
        await enrolmentTokens
          .find(among(org, ids), { name: 1 })
          .batchSize(ids.length + 1)
          .lean(),
        'name',
      ),
    network: async (org, ids) =>
      namesOf(
        await networks
          .find(among(org, ids), { networkName: 1 })
          .batchSize(ids.length + 1)
          .lean(),
        'networkName',
      ),
    radius_server: async (org, ids) =>
      namesOf(
        await radiusServers
          .find(among(org, ids), { name: 1 })
          .batchSize(ids.length + 1)
          .lean(),
        'name',
      ),
    rollout: async (org, ids) => {
      const found = await rollouts
        .find(among(org, ids), { 'settings.name': 1 })
        .batchSize(ids.length + 1)
        .lean<{ _id: number; settings: { name: string } }[]>();
      return new Map(found.map(({ _id, settings }) => [_id, settings.name]));
    },
    ssid: async (org, ids) =>
      namesOf(
        await networkSsids
          .find(among(org, ids), { ssidName: 1 })
          .batchSize(ids.length + 1)
          .lean(),
        'ssidName',
      ),
    tag: async (org, ids) =>
      namesOf(
        await tags
          .find(among(org, ids), { name: 1 })
          .batchSize(ids.length + 1)
          .lean(),
        'name',
      ),
    user: async (org, ids) =>
      namesOf(
        await users
          .find(among(org, ids), { email: 1 })
          .batchSize(ids.length + 1)
          .lean(),
        'email',
      ),
    webhook: async (org, ids) =>
      namesOf(
        await webhooks
          .find(among(org, ids), { url: 1 })
          .batchSize(ids.length + 1)
          .lean(),
        'url',
      ),
  };
  return readers;
}

function namesOf<Field extends string>(
  found: readonly (Readonly<Record<Field, string>> & { readonly _id: number })[],
  field: Field,
): ReadonlyMap<number, string> {
  return new Map(found.map((record) => [record._id, record[field]]));
}
