import { randomUUID } from 'node:crypto';
import type { RolloutTargeting, RolloutRecord } from '../../models/rollout.js';
import type { PreviewRun } from '../../models/rollout-preview.js';

/** The beginning of a computation for the rollout as it is. */
export function newRun(rollout: Pick<RolloutRecord, keyof RolloutTargeting | 'revision'>): PreviewRun {
  const { _id, organisationId, networkIds, includesUnassigned } = rollout;
  const { settings, releaseId, scheduleId, derivedFrom, revision } = rollout;
  return {
    id: randomUUID(),
    rollout: {
      _id,
      organisationId,
      networkIds,
      includesUnassigned,
      settings,
      releaseId,
      scheduleId,
      derivedFrom,
    },
    revision,
    position: null,
    isListed: false,
    totals: {
      targeted: 0,
      toUpgrade: 0,
      listed: 0,
      otherPending: 0,
      offline: 0,
      notReversible: 0,
      skipped: {},
    },
    lists: [],
  };
}
