import Joi from 'joi';
import { searchTargets } from '../../shared/search/operations/search-targets.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, optionalText } from '../http/fields.js';
import { PATHS } from '../paths.js';

interface Input {
  search?: string | null;
}

const id = Joi.number().integer().required();
const name = Joi.string().allow('').required();

export const searchTargetsEndpoint = endpoint<Input>({
  operation: 'upgrade targets',
  summary: 'Find devices, networks and tags by name as targets of an upgrade, at most 20 of each',
  family: 'upgrades',
  access: 'user',
  changes: false,
  routes: PATHS.upgradeTargets,
  input: Joi.object({
    search: optionalText('Words that must all be in the name; devices also by MAC, serial and more').max(256),
    access_token: accessToken,
  }),
  output: {
    200: Joi.object({
      data: Joi.object({
        devices: Joi.array()
          .items(
            Joi.object({
              id,
              name,
              mac_id: Joi.string().required(),
              network_name: Joi.string().allow(null).required(),
            }),
          )
          .required(),
        networks: Joi.array()
          .items(Joi.object({ id, name, device_count: Joi.number().integer().required() }))
          .required(),
        tags: Joi.array().items(Joi.object({ id, name })).required(),
      }).required(),
    }),
  },
  refusals: [],
  async handle({ deps, caller, input }) {
    const found = await searchTargets(deps, caller, input.search ?? '');
    const data = {
      devices: found.devices.map((device) => ({
        id: device._id,
        name: device.name,
        mac_id: device.macId,
        network_name: device.networkName,
      })),
      networks: found.networks.map((network) => ({
        id: network.id,
        name: network.name,
        device_count: network.deviceCount,
      })),
      tags: found.tags.map((tag) => ({ id: tag.id, name: tag.name })),
    };
    return { status: 200, body: { data } };
  },
});
