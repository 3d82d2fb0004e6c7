import type { Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Fault } from '../../platform/errors/faults.js';
import type { RolloutDeps } from '../deps.js';
import { emptyBucket } from '../domain/rate.js';
import { beginOf } from '../domain/read-settings.js';
import { actOn, type Accompany, type ChangeRequest, type RolloutView } from './change-rollout.js';
import { findRelease } from './find-release.js';
import { referenceFaults, scopeOf } from './reference-faults.js';
import { endAfter, timeOf } from './rollout-settings.js';

/**
 * Starts a Draft: checks again what it names, fixes its version and its end, and gives it its rank among requests. It is
 * Scheduled until `start_at`.
 * @param request `fingerprint` of the preview that the caller saw
 * @throws AppError settingsInvalid when something that it names is gone; errors of actOn
 */
export function startRollout(
  deps: RolloutDeps,
  caller: Caller,
  request: ChangeRequest & { readonly fingerprint: string | null },
  accompany: Accompany,
): Promise<RolloutView> {
  return actOn(
    deps,
    caller,
    request,
    'start',
    async (read) => {
      const { settings, organisationId } = read;
      const at = deps.now();
      const release = await findRelease(deps, caller, settings);
      const faults = await referenceFaults(deps, caller, scopeOf(read, organisationId), settings);
      if (release === 'none' && settings.version === 'latest')
        faults.unshift({ path: 'version', msg: 'is not known: there is no release' });
      const begins = beginOf(timeOf(settings.start_at), at);
      if (settings.end_at !== null && new Date(settings.end_at) <= begins) faults.push(ENDED);
      if (release === 'none' || faults.length > 0)
        throw new AppError('settingsInvalid', { details: { errors: faults } });
      return {
        state: begins > at ? 'Scheduled' : 'Running',
        stateReason: null,
        settings: {
          ...settings,
          version: release?.version ?? settings.version,
          end_at: settings.end_at ?? endAfter(begins),
        },
        scheduleId: await deps.stores.ids.reserve('schedules'),
        releaseId: release?._id ?? null,
        startedAt: at,
        tickAt: begins,
        bucket: emptyBucket(at),
        fingerprint: request.fingerprint,
      };
    },
    accompany,
  );
}

const ENDED: Fault = { path: 'end_at', msg: 'must be after the start' };
