import Joi from 'joi';
import { requireAdministrator } from '../../shared/access/domain/access.js';
import type { NetworkRecord } from '../../shared/inventory/models/network.js';
import { createNetwork } from '../../shared/inventory/operations/create-network.js';
import type { NetworkFields } from '../../shared/inventory/stores/network-store.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { networkFields } from './network-input.js';
import { networkAnswer, networkAnswerSchema } from './present-network.js';

type Input = Pick<NetworkFields, 'network_name'> & Partial<NetworkFields>;

export const createNetworkEndpoint = endpoint<Input>({
  operation: 'create_network',
  summary: 'Create a network',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.createNetwork,
  input: Joi.object({
    ...networkFields,
    network_name: networkFields.network_name.required(),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: { 201: networkAnswerSchema, 422: invalidSchema },
  refusals: ['forbidden', 'settingsInvalid', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  beforeFields: ({ caller }) => {
    requireAdministrator(caller);
  },
  async handle({ deps, caller, input, keep }) {
    return answerKept(
      keep,
      (network: NetworkRecord) => networkAnswer(deps, network, 201),
      (accompany) => createNetwork(deps, caller, input, accompany),
    );
  },
});
