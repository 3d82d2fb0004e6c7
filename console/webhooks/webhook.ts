import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll } from '../api/polling';

export type Webhook = Schema<'Webhook'>;
export type EventType = Webhook['types'][number];

/** The events that a webhook can take, in words. */
export const EVENT_TYPES: Readonly<Record<EventType, string>> = {
  'rollout.started': 'A rollout has started',
  'rollout.paused': 'A rollout has paused',
  'rollout.resumed': 'A rollout has resumed',
  'rollout.completed': 'A rollout is complete',
  'rollout.cancelled': 'A rollout was cancelled',
  'rollout.stage.started': 'A stage has started',
  'rollout.stage.awaiting_approval': 'A stage awaits approval',
  'rollout.stage.done': 'A stage is done',
  'upgrades.finished': 'Upgrades have finished',
  'configuration.held': 'A change of a configuration is held',
  'configuration.lifted': 'A held change goes on',
  'configuration.devices': 'Configurations of devices have settled',
  'service.deaf': 'The service did not hear devices for a time',
  'alert.opened': 'An alert has opened',
  'alert.closed': 'An alert has closed',
};

export function useWebhook(id: number) {
  return api.useQuery('get', '/v1/webhooks/{id}', { params: { path: { id } } }, poll);
}
