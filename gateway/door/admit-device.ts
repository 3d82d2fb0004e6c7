import type { TLSSocket } from 'node:tls';
import {
  judgeIdentity,
  type AdmittedDevice,
  type IdentityFault,
} from '../../shared/ucentral/domain/judge-identity.js';
import type { GatewayDeps } from '../deps.js';
import type { Certificates } from '../tls/certificate-files.js';
import { clientIdentity, type CertificateFault, type ClientIdentity } from '../tls/client-identity.js';

export interface Admission {
  readonly identity: ClientIdentity;
  readonly device: AdmittedDevice;
}

export type AdmissionFault = CertificateFault | IdentityFault | 'unavailable';

/** Who a device with a verified certificate is, or why it is refused. */
export async function admitDevice(
  { registrations, gatewayMetrics, log }: Pick<GatewayDeps, 'registrations' | 'gatewayMetrics' | 'log'>,
  socket: TLSSocket,
  certificates: Certificates,
): Promise<Admission | AdmissionFault> {
  const judged = await judge(registrations, socket, certificates).catch((error: unknown) => {
    log.warn({ err: error }, 'A device could not be looked up');
    return 'unavailable' as const;
  });
  gatewayMetrics.admissions.inc({ outcome: typeof judged === 'string' ? judged : 'admitted' });
  return judged;
}

async function judge(
  registrations: GatewayDeps['registrations'],
  socket: TLSSocket,
  certificates: Certificates,
): Promise<Admission | AdmissionFault> {
  const identity = clientIdentity(socket, certificates);
  if (typeof identity === 'string') return identity;
  const registration = await registrations.add(null, identity.macId);
  const device = judgeIdentity(registration, identity);
  return typeof device === 'string' ? device : { identity, device };
}
