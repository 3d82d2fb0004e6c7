import type { TLSSocket } from 'node:tls';
import {
  isUnclaimed,
  judgeIdentity,
  type AdmittedDevice,
  type IdentityFault,
} from '../../shared/ucentral/domain/judge-identity.js';
import { groupOf } from '../../shared/platform/values/mac.js';
import { noteConflict } from '../../shared/ucentral/operations/note-conflict.js';
import type { GatewayDeps } from '../deps.js';
import type { Certificates } from '../tls/certificate-files.js';
import { clientIdentity, type CertificateFault, type ClientIdentity } from '../tls/client-identity.js';
import type { DeviceRequest } from './device-listener.js';

export interface Admission {
  readonly identity: ClientIdentity;
  readonly device: AdmittedDevice;
}

export type AdmissionFault = CertificateFault | IdentityFault | 'unavailable';

type AdmissionDeps = Pick<
  GatewayDeps,
  'registrations' | 'unknownDevices' | 'gatewayMetrics' | 'log' | 'stores' | 'now'
>;

/** Who a device with a verified certificate is, or why it is refused. */
export async function admitDevice(
  deps: AdmissionDeps,
  { socket, address }: Pick<DeviceRequest, 'socket' | 'address'>,
  certificates: Certificates,
): Promise<Admission | AdmissionFault> {
  const { gatewayMetrics, log } = deps;
  const judged = await judge(deps, socket, address, certificates).catch((error: unknown) => {
    log.warn({ err: error }, 'A device could not be looked up');
    return 'unavailable' as const;
  });
  gatewayMetrics.admissions.inc({ outcome: typeof judged === 'string' ? judged : 'admitted' });
  return judged;
}

async function judge(
  deps: AdmissionDeps,
  socket: TLSSocket,
  address: string,
  certificates: Certificates,
): Promise<Admission | AdmissionFault> {
  const identity = clientIdentity(socket, certificates);
  if (typeof identity === 'string') return identity;
  const registration = await deps.registrations.add(null, identity.macId);
  const device = judgeIdentity(registration, identity);
  if (typeof device !== 'string') return { identity, device };
  const { macId, authority, owner } = identity;
  if (device === 'unknown' && owner !== null && groupOf(macId) === null && isUnclaimed(registration))
    await deps.unknownDevices.note({ organisationId: owner, macId, authority, publicIp: address });
  const { organisationId = null, deviceId = null } = registration ?? {};
  if (device === 'other_authority' && organisationId !== null && deviceId !== null)
    await noteConflict(deps, { organisationId, deviceId }, { authority });
  return device;
}
