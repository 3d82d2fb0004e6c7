import Joi from 'joi';
import {
  showNetworkConfiguration,
  type NetworkConfigurationView,
} from '../../shared/configuration/operations/show-network-configuration.js';
import type { CountedTally } from '../../shared/activity/stores/tally-store.js';
import { CONFIGURATION_STATES } from '../../shared/configuration/records/domain/device-configuration.js';
import { recordSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { revalidated } from '../http/revalidated.js';
import { accessToken, pathId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { leftOutSchema } from './document-schema.js';
import {
  canaryPartSchema,
  configurationHoldSchema,
  configurationUndoSchema,
  presentHold,
  presentPart,
  presentUndo,
} from './present-canaries.js';

export const networkConfigurationSchema = Joi.object({
  seq: Joi.number()
    .integer()
    .required()
    .description('Grows with every change of the SSIDs and of the time zone'),
  changed_at: Joi.string().isoDate().allow(null).required().description('Null before the first change'),
  parts: Joi.array()
    .items(canaryPartSchema)
    .required()
    .description('The tests of the last change, one for each hardware part; empty when none is needed'),
  held: configurationHoldSchema
    .allow(null)
    .required()
    .description('Why no further device gets the last change; null when nothing is held'),
  undo: configurationUndoSchema
    .allow(null)
    .required()
    .description(
      'The updates that lead back to the base, whether the network is held or not; null when nothing differs',
    ),
  counts: Joi.object({
    as_of: Joi.string().isoDate().required().description('When the worker last counted'),
    ...Object.fromEntries(CONFIGURATION_STATES.map((state) => [state, Joi.number().integer().required()])),
  })
    .allow(null)
    .required()
    .description('Devices by state; null before the first count'),
  access_points: Joi.array()
    .items(Joi.object({ part_number: Joi.string().required(), count: Joi.number().integer().required() }))
    .allow(null)
    .required()
    .description('Managed devices other than switches by part, which edits of SSIDs change; null as counts'),
  left_out: Joi.array().items(leftOutSchema).required().description('Enabled SSIDs that no device gets'),
});

export const networkConfigurationEndpoint = endpoint<{ id: number }>({
  operation: 'network_configuration',
  summary: 'Show the configuration of a network, and how far its devices have applied it',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.networkConfiguration,
  input: Joi.object({ id: pathId, access_token: accessToken }),
  headers: ['If-None-Match'],
  output: { 200: recordSchema('configuration', networkConfigurationSchema) },
  refusals: ['networkNotFound', 'overloaded'],
  async handle({ deps, caller, input: { id } }) {
    const view = await showNetworkConfiguration(deps, caller, id);
    const { organisationId } = caller;
    const tally = await deps.stores.tallies.inScope({ organisationId, networkIds: [id], unassigned: false });
    const configuration = {
      ...present(view),
      counts: presentCounts(tally),
      access_points: presentAccessPoints(tally),
    };
    const body = { data: { configuration }, status: 200 };
    return revalidated(body);
  },
});

function present({ record, canary, undo, leftOut }: NetworkConfigurationView) {
  return {
    seq: record?.seq ?? 0,
    changed_at: record?.changedAt.toISOString() ?? null,
    parts: canary?.parts.map(presentPart) ?? [],
    held: canary?.held ? presentHold(canary.held) : null,
    undo: undo && presentUndo(undo),
    left_out: leftOut,
  };
}

function presentAccessPoints({ countedAt, accessPoints }: CountedTally): object[] | null {
  if (countedAt === null || !accessPoints) return null;
  return accessPoints.map(({ partNumber, count }) => ({ part_number: partNumber, count }));
}

function presentCounts({ countedAt, configurations = {} }: CountedTally): object | null {
  if (countedAt === null) return null;
  const counts: Record<string, number> = {};
  for (const state of CONFIGURATION_STATES) counts[state] = configurations[state] ?? 0;
  return { as_of: countedAt.toISOString(), ...counts };
}
