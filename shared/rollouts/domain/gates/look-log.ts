import { MAX_P } from './gates.js';
import { shownP, type PartLook, type StageLook } from './health-gate.js';
import type { LogEvent } from '../log-event.js';

/** The entries of a look, one for each hardware part. */
export function lookEvents(look: StageLook | null): LogEvent[] {
  return look === null ? [] : look.parts.map((part) => lookEvent(look, part));
}

function lookEvent({ stage, isEnd, randomised }: StageLook, found: PartLook): LogEvent {
  const { part, treated, control, verdict, p, examples } = found;
  return {
    kind: 'rollout.health_look',
    text: `Stage ${stage}, ${part}: ${treated.sick} of ${treated.devices} upgraded devices are sick, ${control.sick} of ${control.devices} others`,
    before: null,
    after: {
      stage,
      part,
      verdict,
      counts: {
        sick: treated.sick,
        treated: treated.devices,
        control_sick: control.sick,
        control: control.devices,
      },
      p: p === null ? null : shownP(p),
      limit: MAX_P,
      randomised,
      stage_end: isEnd,
      examples,
    },
    reason: null,
  };
}
