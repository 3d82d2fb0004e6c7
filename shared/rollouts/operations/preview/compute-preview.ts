import { randomUUID } from 'node:crypto';
import { FLAGS, type DeviceColumns } from '../../domain/preview/device-list.js';
import { compareLists } from '../../domain/preview/drift.js';
import { HoursGroups } from '../../domain/preview/hours-groups.js';
import { largestOf } from '../../domain/preview/largest.js';
import { StageDivision } from '../../domain/preview/preview-stages.js';
import { previewTimes } from '../../domain/preview/preview-times.js';
import { UpgradeList } from '../../domain/preview/upgrade-list.js';
import type { RolloutDeps } from '../../deps.js';
import type { PreviewResult, PreviewRun, RolloutPreviewRecord } from '../../models/rollout-preview.js';
import { listDevices } from './list-devices.js';

/**
 * Takes a preview one step further: lists the next slice of its devices, or computes the result from the lists. Each step
 * ends with one conditional write, so that another worker goes on where this one died.
 * @returns the preview as it is now; null when it has changed or ended
 */
export async function computePreview(
  deps: RolloutDeps,
  read: RolloutPreviewRecord,
): Promise<RolloutPreviewRecord | null> {
  const { run } = read;
  if (run === null) return null;
  return run.isListed ? finish(deps, read, run) : list(deps, read, run);
}

async function list(
  deps: RolloutDeps,
  read: RolloutPreviewRecord,
  run: PreviewRun,
): Promise<RolloutPreviewRecord | null> {
  const { stores, failpoint } = deps;
  const { organisationId, rolloutId } = read;
  const { columns, totals, next } = await listDevices(deps, run);
  // A name of its own: a worker that is too late writes a list that no preview names.
  const _id = randomUUID();
  const isEmpty = columns.length === 0;
  if (!isEmpty) await stores.rolloutPreviews.writeList({ _id, organisationId, rolloutId }, columns);
  await failpoint('preview-list-written');
  const changed = await stores.rolloutPreviews.change(read, {
    run: {
      ...run,
      position: next,
      isListed: next === null,
      totals,
      lists: isEmpty ? run.lists : [...run.lists, _id],
    },
  });
  await failpoint('preview-listed');
  if (changed === null) await stores.rolloutPreviews.removeLists(organisationId, [_id]);
  return changed;
}

async function finish(deps: RolloutDeps, read: RolloutPreviewRecord, run: PreviewRun): Promise<null> {
  const { stores, failpoint } = deps;
  const { organisationId, purpose } = read;
  const result = await resultOf(deps, read, run);
  await failpoint('preview-computed');
  const isPreview = purpose === 'preview';
  const changed = await stores.rolloutPreviews.change(read, {
    run: null,
    result,
    lists: isPreview ? run.lists : [],
  });
  await failpoint('preview-written');
  if (changed) await stores.rolloutPreviews.removeLists(organisationId, isPreview ? read.lists : run.lists);
  return null;
}

async function resultOf(
  deps: RolloutDeps,
  { organisationId, rolloutId, purpose }: RolloutPreviewRecord,
  run: PreviewRun,
): Promise<PreviewResult> {
  const { totals, lists } = run;
  const at = deps.now();
  // A comparison shows no stages. The devices are divided before they are listed, and not kept twice.
  const stages = purpose === 'preview' ? await stagesOf(deps, organisationId, run, at) : [];
  const [upgrades, groups] = [new UpgradeList(totals.toUpgrade), new Groups()];
  for await (const columns of deps.stores.rolloutPreviews.readLists(organisationId, lists)) {
    upgrades.add(columns);
    groups.add(columns);
  }
  upgrades.sort();
  return {
    run: run.id,
    at,
    fingerprint: upgrades.fingerprint(),
    totals,
    stages,
    byPart: largestOf(groups.parts),
    byNetwork: largestOf(groups.networks),
    byVersion: largestOf(groups.versions),
    comparison:
      purpose === 'drift' ? compareLists(await latestList(deps, organisationId, rolloutId), upgrades) : null,
  };
}

/** The stages: how many devices each has, and when it begins and ends. */
async function stagesOf(
  { stores, env }: RolloutDeps,
  organisationId: number,
  { rollout: { settings }, totals, lists }: PreviewRun,
  at: Date,
): Promise<PreviewResult['stages']> {
  const hours = new HoursGroups(settings);
  for await (const { id, ...own } of stores.rolloutNetworks.withOwnHours(organisationId)) hours.add(id, own);
  const division = new StageDivision(totals.listed, (networkId) => hours.groupOf(networkId));
  for await (const columns of stores.rolloutPreviews.readLists(organisationId, lists)) division.add(columns);
  const stages = division.divide(settings.stages);
  const startAt = settings.start_at === null ? at : new Date(settings.start_at);
  const begins = startAt > at ? startAt : at;
  const groups = division.hoursOfStages();
  const work = stages.map(({ devices, offline }, index) => {
    return { up: devices - offline, hours: hours.of(groups[index] ?? new Set()) };
  });
  const times = previewTimes(work, settings, begins, env.upgradeSoakS);
  return stages.map((stage, index) => ({ ...stage, startsAt: null, endsAt: null, ...times[index] }));
}

/** The devices of the latest preview; none when there is no preview. */
async function latestList(
  { stores }: RolloutDeps,
  organisationId: number,
  rolloutId: number,
): Promise<UpgradeList> {
  const preview = await stores.rolloutPreviews.find(organisationId, rolloutId, 'preview');
  const latest = new UpgradeList(preview?.result?.totals.toUpgrade ?? 0);
  for await (const columns of stores.rolloutPreviews.readLists(organisationId, preview?.lists ?? []))
    latest.add(columns);
  latest.sort();
  return latest;
}

/** Counts the devices to upgrade by part, network and version. */
class Groups {
  readonly parts = new Map<string, number>();
  readonly networks = new Map<number, number>();
  readonly versions = new Map<string, number>();

  add({ length, flags, part, parts, networks, version, versions }: DeviceColumns): void {
    for (let at = 0; at < length; at += 1) {
      if ((flags[at] ?? 0) & FLAGS.ineligible) continue;
      increment(this.parts, parts[part[at] ?? 0] ?? '');
      increment(this.networks, networks[at] ?? -1);
      increment(this.versions, versions[version[at] ?? 0] ?? '');
    }
  }
}

function increment<Name>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
