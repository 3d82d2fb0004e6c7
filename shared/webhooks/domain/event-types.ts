/** The types of events that a webhook can subscribe to (docs/webhooks.md#events). */
export const EVENT_TYPES = [
  'rollout.started',
  'rollout.paused',
  'rollout.resumed',
  'rollout.completed',
  'rollout.cancelled',
  'rollout.stage.started',
  'rollout.stage.awaiting_approval',
  'rollout.stage.done',
  'upgrades.finished',
  'configuration.held',
  'configuration.lifted',
  'configuration.devices',
  'service.deaf',
  'alert.opened',
  'alert.closed',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The type of an event that a caller sends to one webhook; no webhook subscribes to it. */
export const TEST_EVENT = 'webhook.test';

/** The type of what is sent. */
export type SentType = EventType | typeof TEST_EVENT;

/** An event names at most this many upgrades. */
export const MAX_UPGRADES_AN_EVENT = 100;

/** An event names at most this many devices. */
export const MAX_DEVICES_AN_EVENT = 100;

/** Something that has happened and that webhooks report. */
export interface WebhookEvent {
  /** Unique and the same when the event is written again: the outbox holds it once for each endpoint. */
  readonly id: string;
  readonly type: SentType;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}
