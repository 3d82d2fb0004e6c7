import Joi from 'joi';
import type { AlertKind } from '../../shared/alerts/domain/alert-kinds.js';
import { listAlerts } from '../../shared/alerts/operations/list-alerts.js';
import { presentAlert } from '../../shared/alerts/operations/present-alert.js';
import { LISTED_STATES, type ListedState } from '../../shared/alerts/stores/alert-list-store.js';
import { invalidSchema, pageSchema } from '../http/answer-schemas.js';
import { cursor, cursorMeta } from '../http/cursor.js';
import { endpoint } from '../http/endpoint.js';
import { optionalNumberId } from '../http/fields.js';
import { listFields } from '../http/list-fields.js';
import { revalidated } from '../http/revalidated.js';
import { PATHS } from '../paths.js';
import { alertSchema, kindField } from './alert-schemas.js';

interface Input {
  state: ListedState;
  kind?: AlertKind;
  network_id?: number;
  per_page: number;
  cursor?: number;
}

const blank = Joi.valid('', null);

export const listAlertsEndpoint = endpoint<Input>({
  operation: 'list_alerts',
  summary: 'List alerts, newest first',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.listAlerts,
  input: Joi.object({
    state: Joi.string()
      .valid(...LISTED_STATES)
      .empty(blank)
      .default('open'),
    kind: kindField.empty(blank),
    network_id: optionalNumberId.description('Alerts of the network and its devices'),
    ...listFields(['-id'], cursor),
  }),
  invalid: 'settingsInvalid',
  headers: ['If-None-Match'],
  output: { 200: pageSchema('alerts', alertSchema), 422: invalidSchema },
  refusals: ['settingsInvalid'],
  async handle({ deps, caller, input }) {
    const { alerts, next } = await listAlerts(deps, caller, {
      state: input.state,
      kind: input.kind,
      networkId: input.network_id,
      beforeId: input.cursor,
      limit: input.per_page,
    });
    const data = { alerts: alerts.map(presentAlert) };
    return revalidated({ data, meta: cursorMeta(next), status: 200 });
  },
});
