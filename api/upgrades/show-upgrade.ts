import Joi from 'joi';
import { showUpgrade } from '../../shared/upgrades/operations/list/show-upgrade.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { presentUpgrade, upgradeSchema } from './present-upgrade.js';

export const showUpgradeEndpoint = endpoint<{ id: number }>({
  operation: 'upgrades show',
  summary: 'Show one upgrade',
  family: 'upgrades',
  access: 'user',
  changes: false,
  routes: PATHS.upgradesShow,
  input: recordId,
  output: { 200: Joi.object({ data: Joi.object({ upgrades: upgradeSchema.required() }).required() }) },
  refusals: ['upgradeNotFound'],
  async handle({ deps, caller, input }) {
    const upgrade = await showUpgrade(deps, caller, input.id);
    return { status: 200, body: { data: { upgrades: presentUpgrade(upgrade) } } };
  },
});
