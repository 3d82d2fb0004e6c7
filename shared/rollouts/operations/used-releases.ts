import type { ClientSession } from 'mongoose';
import { CLI, type Author } from '../../audit/domain/audit-entry.js';
import { authorOf, type Caller } from '../../access/domain/access.js';
import { changesFiles } from '../../firmware/domain/changed-files.js';
import type { FirmwareReleaseRecord } from '../../firmware/models/firmware-release.js';
import { updateRelease, type ReleasePatch } from '../../firmware/operations/change-release.js';
import { AppError } from '../../platform/errors/app-error.js';
import { ConflictError, type Accompany } from '../../platform/mongo/transaction.js';
import { isoSeconds } from '../../platform/values/iso-time.js';
import type { RolloutDeps } from '../deps.js';
import { eventsBetween, logEntries } from '../domain/rollout-log.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { ReleaseUse } from '../stores/release-use-store.js';
import { viewOf } from './read-progress.js';
import { webhookEvents } from './rollout-webhooks.js';

type Deps = Pick<RolloutDeps, 'stores' | 'now'>;

/** Who withdraws a release. */
interface Withdrawal {
  readonly by: number | null;
  readonly author: Author;
}

/**
 * Changes a release. Its files stay as they are while open upgrades or rollouts use it, and its running rollouts are paused
 * when it is withdrawn (docs/administration.md#update_firmware_release).
 * @throws AppError releaseInUse; errors of updateRelease
 */
export function changeUsedRelease(
  deps: RolloutDeps,
  caller: Caller,
  patch: ReleasePatch,
  accompany: Accompany<FirmwareReleaseRecord>,
): Promise<FirmwareReleaseRecord> {
  const { stores } = deps;
  return updateRelease(deps, caller, patch, accompany, {
    async beforeFilesChange(release) {
      const use = await stores.releaseUse.of(release);
      if (!isUsed(use)) return;
      const rollouts = await stores.rollouts.visibleIds(caller, use.rolloutIds);
      throw new AppError('releaseInUse', { details: { shown: { rollouts, upgrades: use.upgrades } } });
    },
    async afterWithdrawal({ _id }, session) {
      const withdrawal = { by: caller.userId, author: authorOf(caller) };
      for (const rollout of await stores.rollouts.runningOf(caller.organisationId, _id, session))
        await pauseWithdrawn(deps, rollout, withdrawal, session);
    },
  });
}

export function isUsed({ rolloutIds, upgrades }: ReleaseUse): boolean {
  return rolloutIds.length > 0 || upgrades > 0;
}

/** What uses a release, in words. */
export function describeUse({ rolloutIds, upgrades }: ReleaseUse): string {
  const rollouts = rolloutIds.length === 0 ? [] : [`rollouts ${rolloutIds.join(', ')}`];
  return [...rollouts, `${upgrades} open ${upgrades === 1 ? 'upgrade' : 'upgrades'}`].join(', and ');
}

/**
 * Creates the release of a version or changes it, for the command line.
 * @throws AppError releaseInUse
 */
export async function putRelease(
  deps: Deps,
  fields: Omit<FirmwareReleaseRecord, '_id'>,
): Promise<'created' | 'changed'> {
  const { stores } = deps;
  const before = await stores.firmwareAdmin.find(fields.organisationId, fields.version);
  if (before && changesFiles(before.urls, fields.urls)) {
    const use = await stores.releaseUse.of(before);
    if (isUsed(use))
      throw new AppError('releaseInUse', {
        text: `Firmware ${before.version} is in use: ${describeUse(use)}`,
      });
  }
  // Paused first: a killed command leaves no rollout running with a release that is withdrawn.
  if (before?.isReleased && !fields.isReleased) await pauseRunning(deps, before._id);
  return stores.firmwareAdmin.putRelease(fields);
}

/** Pauses the running rollouts of all organisations that offer a release, for the command line and imports. */
export async function pauseRunning(deps: Deps, releaseId: number): Promise<void> {
  const { stores } = deps;
  for (const organisationId of await stores.rollouts.organisationsRunning(releaseId)) {
    await stores.transact(organisationId, async (session) => {
      for (const rollout of await stores.rollouts.runningOf(organisationId, releaseId, session))
        await pauseWithdrawn(deps, rollout, { by: null, author: CLI }, session);
    });
  }
}

/** Pauses one rollout, with its log and events. A conflict with a tick repeats the transaction. @throws ConflictError */
async function pauseWithdrawn(
  deps: Deps,
  read: RolloutRecord,
  { by, author }: Withdrawal,
  session: ClientSession,
): Promise<void> {
  const { stores } = deps;
  const at = deps.now();
  const stateReason = { reason: 'release_withdrawn', by, at: isoSeconds(at) };
  const change = { state: 'Paused', stateReason, tickAt: at, revision: read.revision + 1 } as const;
  const { progress } = await viewOf(deps, { ...read, ...change });
  const changed = await stores.rollouts.change(read, change, session);
  if (changed === null) throw new ConflictError();
  const write = { seq: changed.seq, at, events: eventsBetween(read, changed) };
  await stores.audit.write(logEntries(changed, write, author), session);
  const events = webhookEvents({ rollout: changed, progress }, write);
  await stores.outbox.put(read.organisationId, events, at, session);
}
