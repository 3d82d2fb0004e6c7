import type { PartLook } from '../health/judge-part.js';
import type { LogEvent } from '../log-event.js';
import { countsOf, shownP, type StageLook } from './health-gate.js';

/** The entries of a look, one for each hardware part. */
export function lookEvents(look: StageLook | null): LogEvent[] {
  return look === null ? [] : look.parts.map((part) => lookEvent(look, part));
}

function lookEvent({ number, stage, isEnd, randomised }: StageLook, found: PartLook): LogEvent {
  const { part, treated, control, verdict, sign, p, limit, tests, examples } = found;
  return {
    kind: 'rollout.health_look',
    text: `Stage ${stage}, ${part}: ${treated.sick} of ${treated.devices} upgraded devices are sick, ${control.sick} of ${control.devices} others`,
    before: null,
    after: {
      look: number,
      stage,
      part,
      verdict,
      counts: {
        sick: treated.sick,
        treated: treated.devices,
        control_sick: control.sick,
        control: control.devices,
      },
      sign,
      p: p === null ? null : shownP(p),
      limit: limit === null ? null : shownP(limit),
      tests: tests.map((test) => ({
        sign: test.sign,
        p: shownP(test.p),
        counts: countsOf(test, found),
        effect: test.effect === null ? null : shownP(test.effect),
      })),
      randomised,
      stage_end: isEnd,
      examples,
    },
    reason: null,
  };
}
