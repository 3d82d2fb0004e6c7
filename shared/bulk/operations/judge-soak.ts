import { targetOf } from '../../configuration/domain/target-of.js';
import { settingsInForce } from '../../configuration/records/domain/network-configuration.js';
import type { Deafness } from '../../deaf-periods/domain/deafness.js';
import { readDeafness } from '../../deaf-periods/operations/read-deafness.js';
import type { BulkDeps } from '../deps.js';
import { judgeCanary } from '../domain/judge-canary.js';
import type { BulkCanaryRecord } from '../models/bulk-canary.js';
import type { BulkOperationRecord } from '../models/bulk-operation.js';
import type { JudgedChange } from '../stores/bulk-canary-store.js';

/** Canaries are judged again after a quarter of the heartbeat interval, within these bounds. */
const SOONEST_MS = 1000;
const LATEST_MS = 10_000;

/**
 * Judges the canaries of an operation that have not ended. When all have, the operation goes on; otherwise it gives way to
 * others until they are judged again.
 * @throws BatchStopped when the operation is no longer running
 */
export async function judgeSoak(deps: BulkDeps, operation: BulkOperationRecord): Promise<void> {
  const { stores, env, now, failpoint } = deps;
  const deafness = (await readDeafness(deps)).of(operation.organisationId);
  let isWaiting = false;
  for (let last = ''; ;) {
    const canaries = await stores.bulkCanaries.waiting(operation, last);
    const end = canaries.at(-1);
    if (!end) break;
    last = end._id;
    const changes = await judge(deps, operation, canaries, deafness);
    await write(deps, operation, changes);
    const ended = changes.filter(({ change: { state } }) => state !== undefined);
    isWaiting ||= ended.length < canaries.length;
  }
  await failpoint('bulk-canaries-judged');
  if (!isWaiting) {
    await stores.bulkStages.endSoak(operation);
    return failpoint('bulk-soaked');
  }
  const againMs = Math.min(LATEST_MS, Math.max(SOONEST_MS, env.heartbeatIntervalS * 250));
  await stores.bulkStages.postpone(operation, new Date(now().getTime() + againMs));
}

async function judge(
  { stores, env, now }: BulkDeps,
  { organisationId }: BulkOperationRecord,
  canaries: readonly BulkCanaryRecord[],
  deafness: Deafness,
): Promise<JudgedChange[]> {
  const ids = canaries.map(({ deviceId }) => deviceId);
  const known = await stores.configurationStates.known(organisationId, ids, env);
  const upgrading = await stores.openUpgrades.of(ids.map((deviceId) => ({ organisationId, deviceId })));
  const at = now();
  return canaries.flatMap((canary) => {
    const found = known.devices.get(canary.deviceId);
    const network = known.networks.get(canary.networkId)?.canary;
    const own = known.networks.get(found?.device.locationNetworkId ?? 0)?.canary;
    const change = judgeCanary(canary, {
      ...env,
      at,
      deafness,
      settings: network?.settings ?? settingsInForce(undefined, env),
      device: found
        ? {
            ...found,
            target: targetOf(found.device, found.configuration, own, known.installationSeq),
            isUpgrading: upgrading.has(canary.deviceId),
          }
        : null,
    });
    return change ? [{ canary, change }] : [];
  });
}

async function write(
  { stores }: BulkDeps,
  operation: BulkOperationRecord,
  changes: readonly JudgedChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const passed = changes.filter(({ change: { state } }) => state === 'passed').length;
  const refused = changes.filter(({ change: { state } }) => state === 'refused' || state === 'lost').length;
  await stores.transact(operation.organisationId, async (session) => {
    await stores.bulkStages.countEnded(operation, { passed, refused }, session);
    await stores.bulkCanaries.write(changes, session);
  });
}
