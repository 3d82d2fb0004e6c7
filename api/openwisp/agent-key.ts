import Joi from 'joi';
import { AppError } from '../../shared/platform/errors/app-error.js';
import type { ApiDeps } from '../deps.js';
import { compactUuid } from '../../shared/openwisp/domain/key-row.js';
import { macOfUuid } from '../../shared/openwisp/domain/device-uuid.js';
import type { AgentRequest } from '../../shared/openwisp/operations/hear-agent.js';
import type { Endpoint, EndpointRequest } from '../http/endpoint.js';
import type { RawParameters } from '../http/parameters.js';
import { requireDeviceKey } from '../status/device-key.js';

const LONGEST = 128;

/** Every text answer ends its lines, as OpenWISP's do. */
export const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' } as const;

/** What each request of a registered device has. */
export const agentFields = {
  uuid: Joi.string().max(64).required().description('As the registration has given it'),
  key: Joi.string().max(LONGEST).required().description('The key of the device'),
};

export interface AgentInput {
  uuid: string;
  key: string;
}

/** The MAC of the device that a request names; a UUID of OpenWISP is looked up. Null when there is none. */
async function macOf({ movedDevices }: ApiDeps, { uuid }: RawParameters): Promise<string | null> {
  if (typeof uuid !== 'string' || uuid.length > 64) return null;
  const given = compactUuid(uuid);
  return macOfUuid(uuid) ?? (given === null ? null : movedDevices.add(null, given));
}

/** How requests of registered devices are served: OpenWISP's agent sends its key as a parameter. */
export const agentEndpoint = {
  family: 'openwisp',
  access: 'device',
  changes: true,
  refusals: ['unauthenticated', 'deviceNotFound', 'rateLimited', 'overloaded'],
  deviceKey: ({ key }) => (typeof key === 'string' && key.length <= LONGEST ? key : ''),
  authorize: requireDeviceKey,
  async authenticateDevice(deps, keyHash, raw) {
    const macId = await macOf(deps, raw);
    // As for a wrong key: an agent that is answered 404 ends for good.
    if (macId === null) throw new AppError('unauthenticated', { text: 'The device key is not valid' });
    const admission = await deps.deviceAuthentication.add(null, { macId, keyHash });
    if ('refused' in admission) throw admission.refused;
    return { ...admission.ref, macId };
  },
} as const satisfies Partial<Endpoint>;

/** The device of a request, which counts against its limit. @throws AppError rateLimited */
export async function agentOf({
  deps,
  device: { organisationId, deviceId, keyHash, macId = '' },
  ip,
}: Pick<EndpointRequest<AgentInput>, 'deps' | 'device' | 'ip'>): Promise<AgentRequest> {
  await deps.agentLimit(macId);
  return { organisationId, deviceId, macId, keyHash, ip };
}
