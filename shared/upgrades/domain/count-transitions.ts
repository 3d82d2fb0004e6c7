import type { Metrics } from '../../platform/observability/metrics.js';

/** Counts changes of status; a change of fields alone is none. */
export function countTransitions(
  { transitions }: Pick<Metrics, 'transitions'>,
  writes: readonly { readonly change: { readonly from: string; readonly to: string } }[],
): void {
  for (const { change } of writes)
    if (change.from !== change.to) transitions.inc({ from: change.from, to: change.to });
}
