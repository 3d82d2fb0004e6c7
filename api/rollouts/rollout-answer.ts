import type { RolloutView } from '../../shared/rollouts/operations/change-rollout.js';
import { presentRollout } from '../../shared/rollouts/operations/present-rollout.js';
import type { Answer } from '../http/endpoint.js';
import { etagOf } from '../http/etag.js';

/** The answer of an operation on one rollout. */
export function rolloutAnswer(view: RolloutView, status = 200): Answer {
  return {
    status,
    headers: { ETag: etagOf(view.rollout.revision) },
    body: { data: { rollout: presentRollout(view) }, status },
  };
}
