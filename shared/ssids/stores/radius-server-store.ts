import type { ClientSession } from 'mongoose';
import type { Caller } from '../../access/domain/access.js';
import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { SsidModels } from '../models/models.js';
import type { NetworkSsidRecord } from '../models/network-ssid.js';
import type { RadiusServerRecord } from '../models/radius-server.js';

/** The most SSIDs that may name one server: a change is an edit of all their networks, in one transaction. */
export const MAX_SSIDS_OF_SERVER = 10_000;

/** Fields that a caller's change sets; `revision` is incremented by the store. */
export type RadiusServerChange = Partial<
  Pick<RadiusServerRecord, 'name' | 'host' | 'authPort' | 'acctPort' | 'secret' | 'nasIdentifier'>
>;

type ServerRef = Pick<RadiusServerRecord, '_id' | 'organisationId'>;

/** An SSID that names a server. */
export interface NamingSsid extends Pick<NetworkSsidRecord, '_id' | 'networkId' | 'ssidName'> {
  readonly serverId: number;
}

/** RADIUS servers of organisations, and the SSIDs that name them. */
export function createRadiusServerStore({ organisations, radiusServers, networkSsids }: SsidModels) {
  return {
    async find({ organisationId }: Caller, id: number): Promise<RadiusServerRecord | null> {
      return radiusServers.findOne({ organisationId, _id: id }).lean();
    },

    list({ organisationId }: Caller, page: SortedPageRequest): Promise<SortedPage<RadiusServerRecord>> {
      return readSortedPage(radiusServers, { organisationId }, page);
    },

    /**
     * The number of servers of an organisation. It stays so until the transaction ends: of two that count, the later one
     * is tried again.
     */
    async count(organisationId: number, session: ClientSession): Promise<number> {
      await organisations.updateOne(
        { _id: organisationId },
        { $inc: { radiusServerRevision: 1 } },
        { session },
      );
      return radiusServers.countDocuments({ organisationId }, { session }).exec();
    },

    async create(server: RadiusServerRecord, session: ClientSession): Promise<void> {
      await radiusServers.create([server], { session });
    },

    /** Changes a server that no caller has changed since it was read. One conditional write; null when one has. */
    async change(
      { _id, organisationId, revision }: RadiusServerRecord,
      set: RadiusServerChange,
      session: ClientSession,
    ): Promise<RadiusServerRecord | null> {
      return radiusServers
        .findOneAndUpdate(
          { _id, organisationId, revision },
          { $set: set, $inc: { revision: 1 } },
          { returnDocument: 'after', session },
        )
        .lean();
    },

    /** False when it has changed or is gone. */
    async remove(
      { _id, organisationId, revision }: RadiusServerRecord,
      session: ClientSession,
    ): Promise<boolean> {
      return (
        (await radiusServers.deleteOne({ _id, organisationId, revision }, { session })).deletedCount === 1
      );
    },

    /** Some SSIDs that name a server, up to a limit. One may occur twice. */
    async namedBy(server: ServerRef, limit: number, session: ClientSession): Promise<NamingSsid[]> {
      return namingSsids(networkSsids, [server], session, limit);
    },
  };
}

/** The SSIDs that name one of these servers, once for each field that does. Two queries. */
export async function namingSsids(
  networkSsids: SsidModels['networkSsids'],
  servers: readonly ServerRef[],
  session: ClientSession,
  limit = 0,
): Promise<NamingSsid[]> {
  if (servers.length === 0) return [];
  const organisationId = { $in: [...new Set(servers.map((server) => server.organisationId))] };
  const ids = { $in: servers.map(({ _id }) => _id) };
  const found: NamingSsid[] = [];
  for (const field of ['auth_radius_id', 'acc_radius_id'] as const) {
    const path = `settings.${field}`;
    const ssids = await networkSsids
      .find({ organisationId, [path]: ids }, { networkId: 1, ssidName: 1, [path]: 1 }, { session })
      .limit(limit)
      .lean<(Omit<NamingSsid, 'serverId'> & { settings: { readonly [Name in typeof field]: number } })[]>();
    for (const { settings, ...ssid } of ssids) found.push({ ...ssid, serverId: settings[field] });
  }
  return limit === 0 ? found : found.slice(0, limit);
}

/**
 * Makes the transaction of an SSID that comes to name servers conflict with one that changes or deletes them: the later
 * of the two finds the change of the earlier.
 */
export async function holdRadiusServers(
  { radiusServers }: SsidModels,
  organisationId: number,
  ids: readonly number[],
  session: ClientSession,
): Promise<void> {
  if (ids.length === 0) return;
  await radiusServers.updateMany(
    { organisationId, _id: { $in: [...ids] } },
    { $inc: { named: 1 } },
    { session },
  );
}
