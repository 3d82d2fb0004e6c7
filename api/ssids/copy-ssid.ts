import Joi from 'joi';
import { findSsidToChange } from '../../shared/ssids/operations/find-ssid.js';
import { listOf } from '../../shared/platform/values/lists.js';
import { copySsid } from '../../shared/ssids/operations/copy-ssid.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, numberId, pathId } from '../http/fields.js';
import { PATHS } from '../paths.js';

interface Input {
  id: number;
  network_ids: number[];
}

/** Each network takes a transaction of its own. */
const MAX_NETWORKS = 50;
const whole = Joi.number().integer().required();

export const copySsidEndpoint = endpoint<Input>({
  operation: 'copy_ssid',
  summary: 'Create an SSID like another one, with its key, in each of some networks',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.ssidCopy,
  input: Joi.object({
    id: pathId,
    network_ids: listOf(numberId).min(1).max(MAX_NETWORKS).required(),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: {
    200: Joi.object({
      data: Joi.object({
        results: Joi.array()
          .items(
            Joi.object({
              network_id: whole,
              ssid_id: whole.allow(null).description('Null where it was not created'),
              error_code: whole.allow(null),
              reason: Joi.string().allow(null).required(),
            }),
          )
          .required(),
      }).required(),
      status: whole,
    }),
    422: invalidSchema,
  },
  refusals: ['ssidNotFound', 'forbidden', 'settingsInvalid', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  beforeFields: ({ deps, caller, input: { id } }) => findSsidToChange(deps, caller, id),
  async handle({ deps, caller, input: { id, network_ids: networkIds } }) {
    const copied = await copySsid(deps, caller, { id, networkIds });
    const results = copied.map(({ networkId, ssidId, refusal }) => ({
      network_id: networkId,
      ssid_id: ssidId,
      error_code: refusal?.code ?? null,
      reason: refusal?.text ?? null,
    }));
    return { status: 200, body: { data: { results }, status: 200 } };
  },
});
