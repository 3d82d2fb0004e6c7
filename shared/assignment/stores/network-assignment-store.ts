import type { ClientSession } from 'mongoose';
import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { addToBulkEntry } from '../../audit/stores/write-entries.js';
import type { Scope } from '../../access/domain/access.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { deriveDevice } from '../../inventory/domain/device-search.js';
import { WRITING_STATUSES } from '../../upgrades/domain/upgrade-status.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import { type DeviceListing, deviceScope, LISTED } from '../../inventory/stores/device-store.js';
import { splitOnConflict } from '../../platform/mongo/split-on-conflict.js';
import { OWN_CHANGE } from '../../configuration/records/stores/configuration-sequences.js';
import { writeCounts } from '../../inventory/stores/inventory-counts.js';
import { ConflictError, type Accompany, type Transact } from '../../platform/mongo/transaction.js';
import type { OnAssigned } from './assignment-notices.js';
import { leftBehind, openOf, followDevices } from '../../upgrades/stores/upgrade-networks.js';

/** The network that devices are assigned to; null for none. */
export interface NetworkAssignment {
  readonly network: Pick<NetworkRecord, '_id' | 'networkName'> | null;
  readonly at: Date;
  /** The entry of the audit log that the transaction adds to. */
  readonly entry: AuditEntry;
  /** Whether devices that are installing firmware are assigned too. */
  readonly evenInstalling?: boolean;
  /** Takes the ids of the devices that are in the network after each transaction. */
  readonly accompany?: Accompany<readonly number[]>;
}

/** Writes a device's network to the device, its open upgrades and the counts in one transaction. */
export function createNetworkAssignmentStore(
  models: UpgradeModels,
  transact: Transact,
  onAssigned: OnAssigned,
) {
  async function assignDevices(
    session: ClientSession,
    devices: readonly DeviceListing[],
    { network, at }: NetworkAssignment,
  ) {
    const assigned = devices.map((device) => ({
      ...device,
      locationNetworkId: network?._id ?? null,
      networkName: network?.networkName ?? null,
      networkSince: at,
      revision: device.revision + 1,
    }));
    const written = await models.devices.bulkWrite(
      assigned.map((device) => ({
        updateOne: {
          filter: {
            _id: device._id,
            organisationId: device.organisationId,
            revision: device.revision - 1,
          },
          update: { $set: changedFields(device), $inc: OWN_CHANGE },
        },
      })),
      { session, ordered: false },
    );
    if (written.modifiedCount !== assigned.length) throw new ConflictError();
    return assigned;
  }

  /** Updates the network of the devices' open upgrades, which callers see by their network; ended ones keep theirs. */
  async function assignUpgrades(
    session: ClientSession,
    organisationId: number,
    devices: readonly DeviceListing[],
    locationNetworkId: number | null,
  ) {
    await models.upgrades.updateMany(
      {
        ...openOf(
          organisationId,
          devices.map((device) => device._id),
        ),
        locationNetworkId: { $ne: locationNetworkId },
      },
      { $set: { locationNetworkId } },
      { session },
    );
  }

  async function assignPart(
    session: ClientSession,
    scope: Scope,
    deviceIds: readonly number[],
    assignment: NetworkAssignment,
  ): Promise<DeviceListing[]> {
    const { organisationId } = scope;
    const networkId = assignment.network?._id ?? null;
    const busy =
      assignment.evenInstalling === true
        ? new Set<number>()
        : await installingDevices(models, session, organisationId, deviceIds);
    const free = deviceIds.filter((id) => !busy.has(id));
    const found = await models.devices
      .find({ ...deviceScope(scope), _id: { $in: free } }, LISTED, { session, batchSize: ONE_ANSWER })
      .lean<DeviceListing[]>();
    const there = found.filter((device) => device.locationNetworkId === networkId);
    const coming = found.filter((device) => device.locationNetworkId !== networkId);
    if (coming.length === 0) {
      if (there.length > 0) await assignment.accompany?.(idsOf(there), session);
      return there;
    }
    // Heartbeats write upgrades often. Writing them first locks them early, which leaves fewer conflicts.
    await assignUpgrades(session, organisationId, coming, networkId);
    const assigned = await assignDevices(session, coming, assignment);
    await writeCounts(models, session, organisationId, { before: coming, after: assigned });
    const share = { count: assigned.length, names: assigned.map(({ macId }) => macId) };
    await addToBulkEntry(models, assignment.entry, share, session);
    await assignment.accompany?.(idsOf([...there, ...assigned]), session);
    return [...there, ...assigned];
  }

  return {
    /**
     * Assigns up to 1,000 devices to a network, except those out of scope or installing firmware. A device that is
     * there already is not written. One transaction; if it keeps conflicting with heartbeats, one for each half.
     * @returns the devices that are in the network afterwards
     */
    assign: (
      scope: Scope,
      deviceIds: readonly number[],
      assignment: NetworkAssignment,
    ): Promise<DeviceListing[]> =>
      splitOnConflict(deviceIds, async (part, maxAttempts) => {
        const { organisationId } = scope;
        const work = (session: ClientSession) => assignPart(session, scope, part, assignment);
        const assigned = await transact(organisationId, work, maxAttempts);
        const ids = assigned.map((device) => device._id);
        // Re-checks after writing: upgrades scheduled while the transaction ran were not visible to it.
        const networkId = assignment.network?._id ?? null;
        if (ids.length > 0 && (await leftBehind(models, organisationId, ids, networkId)))
          await followDevices(models, organisationId, ids, assignment.at);
        onAssigned(organisationId, ids);
        return assigned;
      }),
  };
}

function idsOf(devices: readonly DeviceListing[]): number[] {
  return devices.map(({ _id }) => _id);
}

/** The network's fields and the fields derived from them. */
function changedFields(device: DeviceListing) {
  const { locationNetworkId, networkName, networkSince, revision } = device;
  const tagNames = device.tags.map((tag) => tag.name);
  const derived = deriveDevice({ ...device, id: device._id, tagNames });
  return { locationNetworkId, networkName, networkSince, revision, ...derived };
}

/** The devices that are installing firmware, which must not leave their network (docs/interface.md#device-assignment). */
async function installingDevices(
  { upgrades }: UpgradeModels,
  session: ClientSession,
  organisationId: number,
  deviceIds: readonly number[],
): Promise<Set<number>> {
  const installing = await upgrades
    .find(
      {
        organisationId,
        routerInventoryId: { $in: [...deviceIds] },
        inFlight: true,
        status: { $in: WRITING_STATUSES },
      },
      { routerInventoryId: 1 },
      { session, batchSize: ONE_ANSWER },
    )
    .lean();
  return new Set(installing.map((upgrade) => upgrade.routerInventoryId));
}
