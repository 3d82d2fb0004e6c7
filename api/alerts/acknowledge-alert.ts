import type { AlertRecord } from '../../shared/alerts/models/alert.js';
import { acknowledgeAlert } from '../../shared/alerts/operations/acknowledge-alert.js';
import { presentAlert } from '../../shared/alerts/operations/present-alert.js';
import { recordSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { alertSchema } from './alert-schemas.js';

export const acknowledgeAlertEndpoint = endpoint<{ id: number }>({
  operation: 'acknowledge_alert',
  summary: 'Record that the caller knows of an alert',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.acknowledgeAlert,
  input: recordId,
  headers: ['Idempotency-Key'],
  output: { 200: recordSchema('alert', alertSchema) },
  refusals: ['forbidden', 'alertNotFound', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  handle: ({ deps, caller, input: { id }, keep }) =>
    answerKept(keep, answer, (accompany) => acknowledgeAlert(deps, caller, id, accompany)),
});

function answer(alert: AlertRecord) {
  return { status: 200, body: { data: { alert: presentAlert(alert) }, status: 200 } };
}
