import pLimit from 'p-limit';
import { batchesOf } from '../../../platform/mongo/batches.js';
import { endedSilent, silenceCounts } from '../../domain/gates/failure-gate.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { EndedUpgrade } from '../../stores/rollout-upgrade-store.js';
import { partsWithControl } from './parts-with-control.js';

const MAX_AT_ONCE = 4;
/** Networks whose devices are read together. */
const NETWORKS = 100;

/**
 * The ids of those upgrades that failed because their device fell silent and that count for the failure gate: their site
 * is alive, and the health gate has no devices to compare their part with. Costs nothing when no device fell silent.
 */
export async function findCountedSilences(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  ended: readonly EndedUpgrade[],
): Promise<Set<number>> {
  const silent = ended.filter(endedSilent);
  if (silent.length === 0) return new Set();
  const controlled = await partsWithControl(deps, rollout, [
    ...new Set(silent.map(({ partNumber }) => partNumber)),
  ]);
  const open = silent.filter(({ partNumber }) => !controlled.has(partNumber));
  const heard = await hearingsIn(deps, rollout.organisationId, open);
  const counted = open.filter(({ deviceId, networkId }) => {
    const ofNetwork = networkId === null ? undefined : heard.get(networkId);
    const neighbours = new Map(ofNetwork);
    neighbours.delete(deviceId);
    return silenceCounts(
      {
        hasControl: false,
        heardAt: ofNetwork?.get(deviceId) ?? null,
        neighboursHeardAt: [...neighbours.values()],
      },
      deps.env.heartbeatIntervalS,
    );
  });
  return new Set(counted.map(({ id }) => id));
}

/** The last heartbeats of the devices of these upgrades and of the others in their networks, by network and device. */
async function hearingsIn(
  { stores }: RolloutDeps,
  organisationId: number,
  upgrades: readonly EndedUpgrade[],
): Promise<Map<number, Map<number, Date | null>>> {
  const limit = pLimit(MAX_AT_ONCE);
  const placed = upgrades.flatMap(({ deviceId: id, networkId }) =>
    networkId === null ? [] : [{ id, networkId }],
  );
  const networkIds = [...new Set(placed.map(({ networkId }) => networkId))];
  const neighbours = await limit.map(batchesOf(networkIds, NETWORKS), (batch) =>
    stores.rolloutNetworks.devicesIn(organisationId, batch),
  );
  const networkOf = new Map([...neighbours.flat(), ...placed].map(({ id, networkId }) => [id, networkId]));
  const hearings = await limit.map(batchesOf([...networkOf.keys()]), (batch) =>
    stores.heartbeats.lastHeard(batch.map((deviceId) => ({ organisationId, deviceId }))),
  );
  const byNetwork = new Map<number, Map<number, Date | null>>();
  for (const [deviceId, { at }] of hearings.flatMap((batch) => [...batch])) {
    const networkId = networkOf.get(deviceId);
    if (networkId === undefined) continue;
    const known = byNetwork.get(networkId) ?? new Map<number, Date | null>();
    byNetwork.set(networkId, known.set(deviceId, at));
  }
  return byNetwork;
}
