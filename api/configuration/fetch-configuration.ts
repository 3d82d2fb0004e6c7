import Joi from 'joi';
import { retryLater } from '../../shared/configuration/operations/fetch-documents.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { endpoint } from '../http/endpoint.js';
import { listsEtag } from '../http/etag.js';
import { PATHS } from '../paths.js';
import { authenticateByMac, deviceMac, requireDeviceKey } from '../status/device-key.js';
import { documentSchema } from './document-schema.js';

function etagOfRevision(revision: string): string {
  return `W/"${revision}"`;
}

export const fetchConfigurationEndpoint = endpoint<{ mac_id: string }>({
  operation: 'fetch_configuration',
  summary: 'A device fetches its configuration',
  family: 'device',
  access: 'device',
  changes: false,
  routes: PATHS.fetchConfiguration,
  input: Joi.object({ mac_id: Joi.string().max(64).custom(deviceMac).required() }),
  headers: ['If-None-Match'],
  output: { 200: documentSchema },
  refusals: ['unauthenticated', 'deviceNotFound', 'configurationRefused', 'rateLimited', 'overloaded'],
  authorize: requireDeviceKey,
  authenticateDevice: authenticateByMac,
  async handle({ deps, device, input, ifNoneMatch }) {
    const limits = await deps.fetchLimit(input.mac_id);
    const has = (revision: string): boolean => listsEtag(ifNoneMatch, etagOfRevision(revision));
    const { organisationId, deviceId } = device;
    const fetch = { organisationId, deviceId, has };
    const result = await deps.configurationFetches.add(input.mac_id, fetch).catch((error: unknown) => {
      throw error instanceof AppError && error.refusal === 'overloaded' ? retryLater(deps) : error;
    });
    if ('refused' in result) throw result.refused;
    return {
      status: 200,
      headers: {
        ...limits,
        ETag: etagOfRevision(result.revision),
        'Content-Type': 'application/json; charset=utf-8',
      },
      body: result.body,
    };
  },
});
