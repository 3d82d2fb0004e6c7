import { EVENT_TYPES, type WebhookEvent } from '../../webhooks/domain/event-types.js';
import type { LogEvent } from '../domain/log-event.js';
import { coveredAtEnd } from '../domain/waiting/waiting-for.js';
import type { RolloutRecord } from '../models/rollout.js';
import { presentRollout } from './present-rollout.js';
import type { RolloutView } from './read-progress.js';

/** One write of a rollout. */
interface Write {
  readonly seq: number;
  readonly at: Date;
  readonly events: readonly LogEvent[];
}

/** The webhook events of a write, under the ids of its log entries: `evt_7_42_0`. */
export function webhookEvents(view: RolloutView, { seq, at, events }: Write): WebhookEvent[] {
  return events.flatMap(({ kind }, n) => {
    const type = EVENT_TYPES.find((each) => each === kind);
    if (type === undefined) return [];
    const ended = type === 'rollout.completed' ? coveredAtEnd(view.rollout) : {};
    return [
      { id: eventId(view.rollout, seq, n), type, at, data: { rollout: presentRollout(view), ...ended } },
    ];
  });
}

export function eventId({ _id }: Pick<RolloutRecord, '_id'>, seq: number, n: number): string {
  return `evt_${_id}_${seq}_${n}`;
}
