import Joi from 'joi';
import {
  ATTENTION_KINDS,
  showOverview,
  type Overview,
} from '../../shared/activity/operations/show-overview.js';
import { endpoint } from '../http/endpoint.js';
import { revalidated } from '../http/revalidated.js';
import { recordSchema } from '../http/answer-schemas.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';

const whole = Joi.number().integer().required();
const counted = whole.allow(null).description('Null before the first count');
const text = Joi.string().allow('').required();

export const overviewSchema = Joi.object({
  devices: Joi.object({ total: counted, up: counted, down: counted, never_heard: counted }).required(),
  versions: Joi.array()
    .items(Joi.object({ part_number: text, version: text, count: whole }))
    .required()
    .description('Largest first, at most 500'),
  clients: whole.allow(null).description('Of devices that are up; null: none counts them'),
  busiest: Joi.array()
    .items(Joi.object({ network_id: whole, network_name: text, clients: whole }))
    .required()
    .description('The networks with most clients, at most five'),
  attention: Joi.array()
    .items(
      Joi.object({
        kind: Joi.string()
          .valid(...ATTENTION_KINDS)
          .required(),
        count: whole,
        filter: Joi.object()
          .pattern(Joi.string(), Joi.alternatives(Joi.string(), Joi.number()))
          .required()
          .description('Parameters of the list that shows them'),
      }),
    )
    .required(),
  counted_at: Joi.string().isoDate().allow(null).required().description('Null before the first count'),
});

export const showOverviewEndpoint = endpoint({
  operation: 'show_overview',
  summary: 'Count the devices by state and version, and say what needs attention',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showOverview,
  input: Joi.object({ access_token: accessToken }),
  headers: ['If-None-Match'],
  output: { 200: recordSchema('overview', overviewSchema) },
  refusals: [],
  async handle({ deps, caller }) {
    const body = { data: { overview: present(await showOverview(deps, caller)) }, status: 200 };
    return revalidated(body);
  },
});

const NOT_COUNTED = { total: null, up: null, down: null, never_heard: null };

function present({ tally, busiest, attention }: Overview) {
  const { up, down, neverHeard, versions, clients = null, countedAt } = tally;
  const counts = { total: up + down + neverHeard, up, down, never_heard: neverHeard };
  return {
    devices: countedAt === null ? NOT_COUNTED : counts,
    versions: versions.map(({ partNumber, version, count }) => ({ part_number: partNumber, version, count })),
    clients,
    busiest: busiest.map(({ networkId, networkName, clients: most }) => ({
      network_id: networkId,
      network_name: networkName,
      clients: most,
    })),
    attention: attention.map(({ kind, count, filter }) => ({ kind, count, filter })),
    counted_at: countedAt?.toISOString() ?? null,
  };
}
