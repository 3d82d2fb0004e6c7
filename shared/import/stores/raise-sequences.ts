import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongoose';
import {
  OWN_CHANGE,
  type EditedNetwork,
  type NetworkSequences,
} from '../../configuration/records/stores/configuration-sequences.js';
import { ssidImage } from '../../ssids/domain/ssid-image.js';
import { amongDevices, type DeviceRef } from '../../inventory/stores/device-ref.js';
import { batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { radiusImage } from '../../ssids/domain/radius-server.js';
import { radiusIdsOf } from '../../ssids/domain/ssid-fields.js';
import { holdRadiusServers, namingSsids } from '../../ssids/stores/radius-server-store.js';
import type { ImportModels } from '../models/models.js';
import type { Upserted } from './upsert-records.js';
import type { FleetKind, FleetRecords } from './fleet-records.js';

interface RaiseDeps {
  readonly models: ImportModels;
  readonly sequences: NetworkSequences;
}

/** Raises the sequences and revisions by which others know what the written records of one kind change. */
type Raise<Kind extends FleetKind> = (
  deps: RaiseDeps,
  upserted: Upserted<FleetRecords[Kind]>,
  session: ClientSession,
) => Promise<void>;

/** The kinds of records that the configuration of a device shows, besides the device itself, and those with its key. */
const RAISES: { readonly [Kind in FleetKind]?: Raise<Kind> } = {
  networkSsids: async ({ models, sequences }, upserted, session) => {
    const { inserted, changed } = upserted;
    const written = [
      ...inserted.map((after) => ({ after, before: null })),
      ...changed.map(({ before, after }) => ({ after, before: ssidImage(before) })),
    ];
    const networks = written.map(({ after, before }) => ({
      organisationId: after.organisationId,
      networkId: after.networkId,
      before: { ssids: [{ id: after._id, before }] },
      importedAt: after.updatedAt,
    }));
    await raiseNetworks(sequences, networks, session);
    const named = new Map<number, Set<number>>();
    for (const { organisationId, settings } of writtenOf(upserted)) {
      const ids = named.get(organisationId) ?? new Set();
      for (const id of radiusIdsOf(settings)) ids.add(id);
      named.set(organisationId, ids);
    }
    for (const [organisationId, ids] of named)
      await holdRadiusServers(models, organisationId, [...ids], session);
  },
  radiusServers: async ({ models, sequences }, upserted, session) => {
    const edits = [
      ...upserted.inserted.map((after) => ({ after, before: null })),
      ...upserted.changed
        .filter(({ before, after }) => !isDeepStrictEqual(radiusImage(before), radiusImage(after)))
        .map(({ before, after }) => ({ after, before: radiusImage(before) })),
    ];
    const edited = edits.map(({ after }) => after);
    const byId = new Map(edits.map((edit) => [edit.after._id, edit]));
    const naming = await namingSsids(models.networkSsids, edited, session);
    const networks = naming.flatMap(({ networkId, serverId: id }) => {
      const { after, before } = byId.get(id) ?? {};
      if (!after || before === undefined) return [];
      return [{ organisationId: after.organisationId, networkId, before: { servers: [{ id, before }] } }];
    });
    await raiseNetworks(sequences, networks, session);
  },
  networks: async ({ sequences }, { changed }, session) => {
    const networks = changed.flatMap(({ before, after }) => {
      const { _id: networkId, organisationId } = after;
      const [timeZone, radio] = [before.timeZone ?? null, before.radio ?? null];
      const edit = {
        ...(timeZone === (after.timeZone ?? null) ? {} : { timeZone }),
        ...(isDeepStrictEqual(radio, after.radio ?? null) ? {} : { radio }),
      };
      return Object.keys(edit).length === 0 ? [] : [{ organisationId, networkId, before: edit }];
    });
    await raiseNetworks(sequences, networks, session);
  },
  masterInventory: async ({ models }, { changed }, session) => {
    const identified = changed.flatMap(({ before, after: { organisationId, deviceId, ...after } }) => {
      const isSame = before.deviceKeyHash === after.deviceKeyHash && before.identity === after.identity;
      return isSame || organisationId === null || deviceId === null ? [] : [{ organisationId, deviceId }];
    });
    if (identified.length === 0) return;
    await models.devices.updateMany(amongDevices(identified), { $inc: { revision: 1 } }, { session });
  },
  uplinks: ({ models }, { inserted }, session) => raiseDevices(models, inserted, session),
  switchConfigurations: async ({ models }, upserted, session) => {
    const macs = writtenOf(upserted).map(({ _id }) => _id);
    if (macs.length === 0) return;
    const masters = await models.masterInventory
      .find({ _id: { $in: macs } }, { organisationId: 1, deviceId: 1 }, { session, batchSize: ONE_ANSWER })
      .lean();
    const claimed = masters.flatMap(({ organisationId, deviceId }) =>
      organisationId === null || deviceId === null ? [] : [{ organisationId, deviceId }],
    );
    await raiseDevices(models, claimed, session);
  },
};

function writtenOf<T>({ inserted, changed }: Upserted<T>): T[] {
  return [...inserted, ...changed.map(({ after }) => after)];
}

/** The time is that of the transaction: APIs read the changes of the last seconds, and an import may take longer. */
async function raiseNetworks(
  sequences: NetworkSequences,
  networks: readonly Omit<EditedNetwork, 'at'>[],
  session: ClientSession,
): Promise<void> {
  const at = new Date();
  const edited = new Map<number, EditedNetwork>();
  for (const network of networks) {
    const { ssids = [], servers = [] } = edited.get(network.networkId)?.before ?? {};
    const before = {
      ...network.before,
      ...(network.before.ssids ? { ssids: [...ssids, ...network.before.ssids] } : {}),
      ...(network.before.servers ? { servers: [...servers, ...network.before.servers] } : {}),
    };
    edited.set(network.networkId, { ...network, at, before });
  }
  for (const batch of batchesOf([...edited.values()])) await sequences.raise(batch, session);
}

async function raiseDevices(
  { devices }: ImportModels,
  refs: readonly DeviceRef[],
  session: ClientSession,
): Promise<void> {
  if (refs.length === 0) return;
  const $inc = { revision: 1, ...OWN_CHANGE };
  await devices.updateMany(amongDevices(refs), { $inc }, { session });
}

export function hasRaise(kind: FleetKind): boolean {
  return RAISES[kind] !== undefined;
}

/** Raises the sequences and revisions by which others know what the written records change, in their transaction. */
export async function raiseSequences<Kind extends FleetKind>(
  deps: RaiseDeps,
  kind: Kind,
  upserted: Upserted<FleetRecords[Kind]>,
  session: ClientSession,
): Promise<void> {
  await RAISES[kind]?.(deps, upserted, session);
}
