import Joi from 'joi';
import { listMaintenance } from '../../shared/upgrades/operations/list/maintenance.js';
import { cursor, cursorMeta } from '../http/cursor.js';
import { endpoint } from '../http/endpoint.js';
import { listFields } from '../http/list-fields.js';
import { PATHS } from '../paths.js';
import { invalidSchema, pageSchema } from '../http/answer-schemas.js';
import { listedMaintenanceSchema, presentListedMaintenance } from './present-maintenance.js';

interface Input {
  per_page: number;
  cursor?: number;
}

export const listMaintenanceEndpoint = endpoint<Input>({
  operation: 'list_maintenance',
  summary: 'List the upgrades because of which devices may be away',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.listMaintenance,
  input: Joi.object(listFields(['id'], cursor)),
  invalid: 'settingsInvalid',
  output: { 200: pageSchema('maintenance', listedMaintenanceSchema), 422: invalidSchema },
  refusals: ['settingsInvalid'],
  async handle({ deps, caller, input: { per_page: limit, cursor: after = 0 } }) {
    const { maintenance, next } = await listMaintenance(deps, caller, { after, limit });
    const data = { maintenance: maintenance.map(presentListedMaintenance) };
    return { status: 200, body: { data, meta: cursorMeta(next), status: 200 } };
  },
});
