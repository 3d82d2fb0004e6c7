import type { AuditedFields } from '../../audit/domain/audit-entry.js';

/** What happens to a rollout. The kinds that webhooks deliver have the names of their types. */
export type LogKind =
  | 'rollout.created'
  | 'rollout.updated'
  | 'rollout.deleted'
  | 'rollout.scheduled'
  | 'rollout.started'
  | 'rollout.paused'
  | 'rollout.resumed'
  | 'rollout.completed'
  | 'rollout.cancelled'
  | 'rollout.stage.started'
  | 'rollout.stage.bound'
  | 'rollout.stage.resumed'
  | 'rollout.stage.soaking'
  | 'rollout.stage.awaiting_approval'
  | 'rollout.stage.approved'
  | 'rollout.stage.done'
  | 'rollout.canaries'
  | 'rollout.watch.started'
  | 'rollout.watch.done'
  | 'rollout.health_look';

/** An event in the log of a rollout (docs/rollouts.md#rollout_events). */
export interface LogEvent {
  readonly kind: LogKind;
  readonly text: string;
  readonly before: AuditedFields | null;
  /** The data of the event. */
  readonly after: AuditedFields | null;
  readonly reason: string | null;
}
