import { targetsStage, type TargetTest } from '../../domain/rollout-targets.js';
import { columnsOf, FLAGS, type DeviceColumns, type ListedDevice } from '../../domain/preview/device-list.js';
import { orderKey } from '../../domain/rollout-order.js';
import type { Ineligible } from '../../domain/ineligible.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutTargeting } from '../../models/rollout.js';
import type { TargetPosition } from '../../models/rollout-stage.js';
import type { PreviewRun, PreviewTotals, SkipReason } from '../../models/rollout-preview.js';
import { releaseChooser, reversibilityOf, type ChosenRelease } from '../reconcile/choose-release.js';
import { scheduleOf, withoutUpgrade } from '../reconcile/stage-upgrades.js';
import { findUp, walkTargets, type TargetedRolloutDevice } from '../reconcile/walk-targets.js';

/** A slice has at most so many batches of 1,000 devices. */
const BATCHES = 5;
const MAX_SKIPPED = 100;
const REASONS: Readonly<Record<Ineligible, SkipReason>> = {
  onVersion: 'on_version',
  noFirmware: 'no_firmware',
  releaseGone: 'release_gone',
};

export interface ListedSlice {
  readonly columns: DeviceColumns;
  /** With those of the slices before. */
  readonly totals: PreviewTotals;
  /** Where the next slice begins; null after the last. */
  readonly next: TargetPosition | null;
}

/** Lists the next 5,000 targets of a rollout that do not run its version, and counts all of them. */
export async function listDevices(
  deps: RolloutDeps,
  { rollout, position, totals: before }: Pick<PreviewRun, 'rollout' | 'position' | 'totals'>,
): Promise<ListedSlice> {
  const choose = await releaseChooser(deps, rollout);
  const isReversible = await reversibilityOf(deps, rollout, true);
  const stagesOf = stageBits(rollout);
  const totals = { ...before, skipped: structuredClone(before.skipped) };
  const listed: ListedDevice[] = [];
  let [next, batches] = [position, 0];
  for await (const batch of walkTargets(deps, rollout, position)) {
    const devices =
      rollout.scheduleId === null
        ? batch.devices
        : await withoutUpgrade(deps, scheduleOf(rollout), batch.devices);
    const chosen = devices.map((device) => ({ device, release: choose(device) }));
    const needy = chosen.filter(({ release }) => release !== 'onVersion');
    const flagsOf = await readFlags(deps, rollout, needy);
    totals.targeted += devices.length;
    for (const { device, release } of chosen) if (typeof release === 'string') skip(totals, device, release);
    for (const each of needy) {
      const flags = flagsOf(each);
      count(totals, flags, isReversible(each.device));
      listed.push(listedDevice(rollout, each.device, flags, stagesOf(each.device)));
    }
    next = batch.next;
    batches += 1;
    if (batches === BATCHES) break;
  }
  return { columns: columnsOf(listed), totals, next };
}

interface Chosen {
  readonly device: TargetedRolloutDevice;
  readonly release: ChosenRelease | Ineligible;
}

/** Which stages name a device by their targets, as bits. */
function stageBits({ settings }: RolloutTargeting): (device: TargetedRolloutDevice) => number {
  const tests = settings.stages.map((stage): TargetTest | null =>
    'targets' in stage ? targetsStage(stage) : null,
  );
  return (device) =>
    tests.reduce((bits, isTarget, index) => (isTarget?.(device) ? (bits | (1 << index)) >>> 0 : bits), 0);
}

async function readFlags(
  deps: RolloutDeps,
  { organisationId }: RolloutTargeting,
  chosen: readonly Chosen[],
): Promise<(each: Chosen) => number> {
  const ids = chosen.map(({ device }) => device._id);
  const [up, pending] = await Promise.all([
    findUp(deps, organisationId, ids, deps.now()),
    deps.stores.rolloutPreviews.pendingAmong(organisationId, ids),
  ]);
  return ({ device: { _id }, release }) =>
    (typeof release === 'string' ? FLAGS.ineligible : 0) |
    (up.has(_id) ? 0 : FLAGS.offline) |
    (pending.has(_id) ? FLAGS.otherPending : 0);
}

function skip({ skipped }: PreviewTotals, { macId }: TargetedRolloutDevice, why: Ineligible): void {
  const group = (skipped[REASONS[why]] ??= { count: 0, macIds: [] });
  group.count += 1;
  if (group.macIds.length < MAX_SKIPPED) group.macIds.push(macId);
}

function count(totals: PreviewTotals, flags: number, isReversible: boolean): void {
  totals.listed += 1;
  if (flags & FLAGS.ineligible) return;
  totals.toUpgrade += 1;
  if (flags & FLAGS.offline) totals.offline += 1;
  if (flags & FLAGS.otherPending) totals.otherPending += 1;
  if (!isReversible) totals.notReversible += 1;
}

function listedDevice(
  { settings }: RolloutTargeting,
  { _id: id, locationNetworkId, partNumber, firmwareVersion }: TargetedRolloutDevice,
  flags: number,
  stages: number,
): ListedDevice {
  const key = BigInt(`0x${orderKey(settings.seed, id)}`);
  return {
    id,
    key,
    networkId: locationNetworkId,
    part: partNumber,
    version: firmwareVersion,
    flags,
    stages,
  };
}
