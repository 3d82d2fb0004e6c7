import Joi from 'joi';
import { listUpgrades } from '../../shared/upgrades/operations/list/list-upgrades.js';
import { showUpgrade } from '../../shared/upgrades/operations/list/show-upgrade.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, page, optionalPathId, pageSize } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { presentUpgrade, upgradeSchema } from './present-upgrade.js';

interface Input {
  id?: number;
  page: number;
  per_page: number;
}

export const listUpgradesEndpoint = endpoint<Input>({
  operation: 'upgrades index',
  summary: 'List upgrades, newest first, or give the one of an id',
  family: 'upgrades',
  access: 'user',
  changes: false,
  routes: PATHS.upgradesIndex,
  input: Joi.object({
    id: optionalPathId,
    page,
    per_page: pageSize(100, 1000),
    access_token: accessToken,
  }),
  output: {
    200: Joi.object({
      data: Joi.object({ upgrades: Joi.array().items(upgradeSchema).required() }).required(),
    }),
  },
  refusals: ['upgradeNotFound'],
  async handle({ deps, caller, input }) {
    const upgrades =
      input.id === undefined
        ? await listUpgrades(deps, caller, { page: input.page, perPage: input.per_page })
        : [await showUpgrade(deps, caller, input.id)];
    return { status: 200, body: { data: { upgrades: upgrades.map(presentUpgrade) } } };
  },
});
