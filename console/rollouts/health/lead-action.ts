import type { StateReason } from '../rollout';

/** What a paused rollout suggests first. */
export type LeadAction = 'exclude' | 'rollback' | 'resume';

/**
 * Suggests what a gate's evidence suggests: to leave out the part that it names, or to go back where it names none. A
 * resume leads where no gate has found the release to be bad; null where none of these is safe.
 */
export function leadAction(stateReason: StateReason | null): LeadAction | null {
  const { gate, part, reason } = stateReason ?? {};
  if (gate === 'failure_gate' || gate === 'health_gate') return part ? 'exclude' : 'rollback';
  if (reason === 'release_withdrawn') return 'rollback';
  return gate === 'delivery_gate' || reason === 'not_reversible' ? null : 'resume';
}
