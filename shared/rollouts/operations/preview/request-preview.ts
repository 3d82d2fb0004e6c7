import type { Caller } from '../../../access/domain/access.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Accompany } from '../../../platform/mongo/transaction.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { PreviewRun, RolloutPreviewRecord } from '../../models/rollout-preview.js';
import { findRollout, findToChange, forbiddenIn, type ChangeRequest } from '../change-rollout.js';
import { findRelease } from '../find-release.js';
import { newRun } from './new-run.js';

const MAX_TRIES = 10;

/**
 * Requests a preview of a rollout that has not begun (docs/rollouts.md#preview_rollout). Changes nothing while one is being
 * computed for the same revision.
 * @throws AppError rolloutNotFound, forbidden, revisionChanged, stateForbids; settingsInvalid when there is no release;
 *   overloaded when all tries fail
 */
export async function requestPreview(
  deps: RolloutDeps,
  caller: Caller,
  request: ChangeRequest,
  accompany: Accompany<RolloutPreviewRecord>,
): Promise<RolloutPreviewRecord> {
  const { stores, now, failpoint } = deps;
  const { organisationId } = caller;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const rollout = await findToChange(deps, caller, request);
    if (rollout.state !== 'Draft' && rollout.state !== 'Scheduled') throw forbiddenIn(rollout, 'a preview');
    const read = await stores.rolloutPreviews.find(organisationId, rollout._id, 'preview');
    if (read?.run?.revision === rollout.revision) return read;
    const run = await runOf(deps, caller, rollout);
    const requested = await stores.transact(organisationId, async (session) => {
      const written = await stores.rolloutPreviews.request(read, 'preview', run, now(), session);
      if (written) await accompany(written, session);
      return written;
    });
    await failpoint('preview-requested');
    if (requested === null) continue;
    if (read?.run) await stores.rolloutPreviews.removeLists(organisationId, read.run.lists);
    return requested;
  }
  throw new AppError('overloaded');
}

async function runOf(deps: RolloutDeps, caller: Caller, rollout: RolloutRecord): Promise<PreviewRun> {
  if (rollout.state !== 'Draft') return newRun(rollout);
  const release = await findRelease(deps, caller, rollout.settings);
  if (release === 'none') {
    const errors = [{ path: 'version', msg: 'is not the version of a release' }];
    throw new AppError('settingsInvalid', { details: { errors } });
  }
  const { settings } = rollout;
  return newRun({
    ...rollout,
    settings: { ...settings, version: release?.version ?? settings.version },
    releaseId: release?._id ?? null,
  });
}

/**
 * The preview of a rollout.
 * @throws AppError rolloutNotFound, also when there is none: not requested, or overtaken by the start before its first
 *   result
 */
export async function showPreview(
  deps: RolloutDeps,
  caller: Caller,
  id: number,
): Promise<RolloutPreviewRecord> {
  const { _id, organisationId } = await findRollout(deps, caller, id);
  const preview = await deps.stores.rolloutPreviews.find(organisationId, _id, 'preview');
  if (!preview || (preview.result === null && !preview.isComputing))
    throw new AppError('rolloutNotFound', { details: { id }, text: 'There is no preview yet' });
  return preview;
}
