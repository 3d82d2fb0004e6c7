import Joi from 'joi';
import { showSites, type Sites } from '../../shared/activity/operations/show-sites.js';
import { recordSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { revalidated } from '../http/revalidated.js';
import { PATHS } from '../paths.js';

const whole = Joi.number().integer().required();
const degrees = Joi.number().allow(null).required();

/** A network with the numbers of its devices. */
export const siteSchema = Joi.object({
  network_id: whole,
  network_name: Joi.string().allow('').required(),
  latitude: degrees,
  longitude: degrees,
  up: whole,
  down: whole,
  never_heard: whole,
});

export const sitesSchema = Joi.object({
  networks: Joi.array()
    .items(siteSchema)
    .required()
    .description('The largest share of devices down first, at most 500'),
  total: whole.description('How many networks have devices, at most 10,000'),
  total_is_exact: Joi.boolean().required(),
  counted_at: Joi.string().isoDate().allow(null).required().description('Null before the first count'),
});

export const showSitesEndpoint = endpoint({
  operation: 'show_sites',
  summary: 'Show the networks by the share of their devices that are down, with their coordinates',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showSites,
  input: Joi.object({ access_token: accessToken }),
  headers: ['If-None-Match'],
  output: { 200: recordSchema('sites', sitesSchema) },
  refusals: [],
  async handle({ deps, caller }) {
    return revalidated({ data: { sites: present(await showSites(deps, caller)) }, status: 200 });
  },
});

function present({ networks, total, countedAt }: Sites) {
  return {
    networks: networks.map(({ network, site: { up, down, neverHeard } }) => ({
      network_id: network._id,
      network_name: network.networkName,
      latitude: network.latitude ?? null,
      longitude: network.longitude ?? null,
      up,
      down,
      never_heard: neverHeard,
    })),
    total: total.count,
    total_is_exact: total.isExact,
    counted_at: countedAt?.toISOString() ?? null,
  };
}
