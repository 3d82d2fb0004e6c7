import Joi from 'joi';
import type { ShownSettings } from '../../shared/configuration/records/domain/network-configuration.js';
import { radioSchema } from '../../shared/configuration/records/domain/radio-schema.js';
import type { RadioPatch } from '../../shared/configuration/records/domain/radio-settings.js';
import type { NetworkRecord } from '../../shared/inventory/models/network.js';
import { findNetworkToChange, updateNetwork } from '../../shared/inventory/operations/update-network.js';
import type { NetworkFields } from '../../shared/inventory/stores/network-store.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, pathId, UNKNOWN_ID } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { configurationInput, networkFields } from './network-input.js';
import { networkAnswer, networkAnswerSchema } from './present-network.js';

interface Input extends Partial<NetworkFields> {
  id: number;
  configuration?: Partial<ShownSettings>;
  radio?: RadioPatch;
}

export const updateNetworkEndpoint = endpoint<Input>({
  operation: 'update_network',
  summary:
    'Change the name, the hours, the place, the configuration and the radios of a network with a JSON Merge Patch',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.updateNetwork,
  input: Joi.object({
    id: pathId,
    ...networkFields,
    configuration: configurationInput,
    radio: radioSchema.description('Of its devices; a null leaves what a device has of its own'),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 200: networkAnswerSchema, 422: invalidSchema },
  refusals: [
    'networkNotFound',
    'forbidden',
    'settingsInvalid',
    'revisionChanged',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) => findNetworkToChange(deps, caller, id),
  async handle({ deps, caller, input, revisions, keep }) {
    return answerKept(
      keep,
      (network: NetworkRecord) => networkAnswer(deps, network),
      (accompany) => updateNetwork(deps, caller, { ...input, revisions }, accompany),
    );
  },
});
