import Joi from 'joi';
import { deleteUpgrade } from '../../shared/upgrades/operations/schedule/delete-upgrade.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { PATHS } from '../paths.js';

export const deleteUpgradeEndpoint = endpoint<{ id: number }>({
  operation: 'upgrades delete',
  summary: 'Delete a pending upgrade',
  family: 'upgrades',
  access: 'user',
  changes: true,
  routes: PATHS.upgradesDelete,
  input: recordId,
  output: {
    200: Joi.object({ data: Joi.object().required(), status: Joi.number().valid(200).required() }),
  },
  refusals: ['upgradeNotFound', 'upgradeNotPending'],
  async handle({ deps, caller, input }) {
    await deleteUpgrade(deps, caller, input.id);
    return { status: 200, body: { data: {}, status: 200 } };
  },
});
