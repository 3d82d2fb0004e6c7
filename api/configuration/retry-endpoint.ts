import Joi from 'joi';
import {
  retryDeviceConfiguration,
  type Retried,
} from '../../shared/configuration/operations/retry-device.js';
import { retryNetworkConfiguration } from '../../shared/configuration/operations/retry-network.js';
import type { ErrorName } from '../../shared/platform/errors/catalogue.js';
import { endpoint, type Endpoint } from '../http/endpoint.js';
import { accessToken, pathId } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';

interface Retry extends Pick<Endpoint, 'operation' | 'summary' | 'routes'> {
  readonly refusals: readonly ErrorName[];
  readonly run: typeof retryDeviceConfiguration;
}

/** An operation that offers configurations again. Takes Idempotency-Key. */
function retryEndpoint({ run, refusals, ...operation }: Retry): Endpoint {
  return endpoint<{ id: number }>({
    ...operation,
    family: 'v1',
    access: 'user',
    changes: true,
    input: Joi.object({ id: pathId, access_token: accessToken }),
    headers: ['Idempotency-Key'],
    output: {
      200: Joi.object({
        data: Joi.object({
          retried: Joi.boolean().required().description('False when there was nothing to retry'),
        }).required(),
        status: Joi.number().integer().required(),
      }),
    },
    refusals: [...refusals, 'forbidden', 'overloaded', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
    handle: ({ deps, caller, input: { id }, keep }) =>
      answerKept(
        keep,
        ({ retried }: Retried) => ({ status: 200, body: { data: { retried }, status: 200 } }),
        (accompany) => run(deps, caller, id, accompany),
      ),
  });
}

export const retryDeviceConfigurationEndpoint = retryEndpoint({
  operation: 'retry_device_configuration',
  summary: 'Offer a device its configuration again after it refused it, or drifted',
  routes: PATHS.retryDeviceConfiguration,
  refusals: ['deviceNotFound'],
  run: retryDeviceConfiguration,
});

export const retryNetworkConfigurationEndpoint = retryEndpoint({
  operation: 'retry_network_configuration',
  summary: 'Offer the devices of a network their configurations again',
  routes: PATHS.retryNetworkConfiguration,
  refusals: ['networkNotFound'],
  run: retryNetworkConfiguration,
});
