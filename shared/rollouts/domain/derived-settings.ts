import Joi from 'joi';
import { listOf } from '../../platform/values/lists.js';
import { faultsOf, type Fault } from '../../platform/errors/faults.js';
import { UPGRADE_CAUSES } from '../../upgrades/domain/upgrade-status.js';
import { DEFAULT_SOAK_MINUTES } from './settings-body.js';
import type { RolloutRecord } from '../models/rollout.js';
import { paceOf } from './pace.js';
import type { RolloutSettings } from './settings.js';

const MAX_NAME = 100;

/** The causes of upgrades that ended without having replaced the version or been withdrawn: what a retry can name. */
const RETRIED_CAUSES = UPGRADE_CAUSES.filter(
  (cause) => !['no_firmware', 'cancelled', 'replaced', 'left_target', 'left_organisation'].includes(cause),
);

/** The causes that a retry takes up, in the request. */
export const causeList = listOf(Joi.string().valid(...RETRIED_CAUSES))
  .max(RETRIED_CAUSES.length)
  .unique()
  .empty(null)
  .default([]);

/** Reads the causes that narrow a retry; none for all. */
export function readCauses(input: unknown): { readonly causes: string[]; readonly faults: Fault[] } {
  const result = Joi.object({ causes: causeList }).validate(
    { causes: input },
    {
      abortEarly: false,
      errors: { label: false, wrap: { array: false } },
      messages: { 'any.only': 'must be one of {#valids}', 'array.unique': 'repeats an entry' },
    },
  );
  const { causes } = result.value as { causes: string[] };
  return { causes, faults: result.error ? faultsOf(result.error) : [] };
}

/** The settings of a retry: those of the rollout, for its devices that failed or were not reached, at another time. */
export function retrySettings(source: RolloutSettings, id: number): RolloutSettings {
  return {
    ...source,
    targets: [`rollout:${id}:failed`, `rollout:${id}:expired`],
    start_at: null,
    end_at: null,
  };
}

/** What pauses a rollback: that half of its devices fail. */
const ROLLBACK_GATES = { failure_percent: 50, min_finished: 10, health: false, action: 'pause' } as const;

/**
 * The settings of a rollback: the devices that the rollout upgraded, each to its previous version, in one stage that no
 * window delays. It keeps the pace that the rollout has reached, and its other limits of speed.
 */
export function rollbackSettings(
  rollout: Pick<RolloutRecord, '_id' | 'settings' | 'stages'>,
): RolloutSettings {
  const { _id: id, settings: source } = rollout;
  const pace = paceOf(rollout);
  return {
    ...source,
    rate: {
      ...source.rate,
      per_minute: pace === null ? null : Math.max(1, Math.floor(pace)),
      factor: 1,
      per_successes: null,
    },
    name: `Rollback of ${source.name}`.slice(0, MAX_NAME),
    version: 'previous',
    targets: [`rollout:${id}:upgraded`],
    exclude: [],
    stages: [{ percent: 100, soak_minutes: DEFAULT_SOAK_MINUTES, approval: false }],
    seed: '',
    gates: { ...source.gates, ...ROLLBACK_GATES },
    windows: [],
    blackout: [],
    start_at: null,
    end_at: null,
  };
}
