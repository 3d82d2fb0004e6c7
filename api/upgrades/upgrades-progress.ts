import Joi from 'joi';
import { listOrEntry } from '../../shared/platform/values/lists.js';
import { upgradesById } from '../../shared/upgrades/operations/list/upgrades-by-id.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, optionalNumberId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { presentUpgrade, upgradeSchema } from './present-upgrade.js';

interface Input {
  ids: number[];
}

const MAX_IDS = 100;

export const upgradesProgressEndpoint = endpoint<Input>({
  operation: 'upgrades progress',
  summary: 'Several upgrades by id, to follow how far they are; ids that are unknown are left out',
  family: 'upgrades',
  access: 'user',
  changes: false,
  routes: PATHS.upgradesProgress,
  input: Joi.object({
    ids: listOrEntry(optionalNumberId)
      .max(MAX_IDS)
      .required()
      .description(`At most ${MAX_IDS}: ids[]=1&ids[]=2`),
    access_token: accessToken,
  }),
  output: {
    200: Joi.object({
      data: Joi.object({ upgrades: Joi.array().items(upgradeSchema).required() }).required(),
    }),
  },
  refusals: [],
  async handle({ deps, caller, input }) {
    const upgrades = await upgradesById(deps, caller, input.ids);
    return { status: 200, body: { data: { upgrades: upgrades.map(presentUpgrade) } } };
  },
});
