import Joi from 'joi';
import { ROLES } from '../../shared/access/domain/access.js';
import { quickSearch, type QuickHits } from '../../shared/search/operations/quick-search.js';
import { ROLLOUT_STATES } from '../../shared/rollouts/domain/rollout-state.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';

const id = Joi.number().integer().required();
const name = Joi.string().allow('').required();
const group = (item: Joi.SchemaMap) => Joi.array().items(Joi.object(item)).required();

export const quickHitsSchema = Joi.object({
  devices: group({ id, name, mac_id: Joi.string().required(), network_name: name.allow(null) }),
  networks: group({ id, network_name: name, device_count: Joi.number().integer().required() }),
  ssids: group({ id, ssid_name: name, network_id: id, network_name: name }),
  rollouts: group({
    id,
    name,
    state: Joi.string()
      .valid(...ROLLOUT_STATES)
      .required(),
  }),
  users: group({
    id,
    email: name,
    role: Joi.string()
      .valid(...ROLES)
      .required(),
  }).description('Users whom the caller manages'),
});

export const quickSearchEndpoint = endpoint<{ q: string }>({
  operation: 'quick_search',
  summary: 'Find devices, networks, SSIDs, rollouts and users by name, at most 8 of each',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.quickSearch,
  input: Joi.object({
    q: Joi.string()
      .allow('')
      .max(256)
      .required()
      .description('Words that must all be in the name, one of at least two characters'),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  output: {
    200: Joi.object({ data: quickHitsSchema.required(), status: Joi.number().integer().required() }),
    422: invalidSchema,
  },
  refusals: ['settingsInvalid'],
  async handle({ deps, caller, input: { q } }) {
    return { status: 200, body: { data: present(await quickSearch(deps, caller, q)), status: 200 } };
  },
});

function present({ devices, networks, ssids, rollouts, users }: QuickHits) {
  return {
    devices: devices.map((device) => ({
      id: device._id,
      name: device.name,
      mac_id: device.macId,
      network_name: device.networkName,
    })),
    networks: networks.map((network) => ({
      id: network.id,
      network_name: network.name,
      device_count: network.deviceCount,
    })),
    ssids: ssids.map((ssid) => ({
      id: ssid._id,
      ssid_name: ssid.ssidName,
      network_id: ssid.networkId,
      network_name: ssid.networkName,
    })),
    rollouts: rollouts.map((rollout) => ({ id: rollout.id, name: rollout.name, state: rollout.state })),
    users: users.map((user) => ({ id: user._id, email: user.email, role: user.role })),
  };
}
