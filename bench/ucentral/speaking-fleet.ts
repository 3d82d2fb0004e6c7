import {
  issueAuthority,
  issueDeviceCertificate,
  issueServerCertificate,
  type Issued,
} from '../../shared/ucentral/operations/issue-certificates.js';
import type { Pace } from '../../dev/ucentral-simulator/place.js';
import type { SpeakingSpec } from '../../dev/ucentral-simulator/device-frames.js';
import type { Device } from '../load/heartbeat-requests.js';

/** What a process that simulates devices reads. */
export interface SpeakingFleet {
  readonly urls: readonly string[];
  /** The authority of the gateways, in PEM. */
  readonly authority: string;
  readonly pace: Pace;
  /** The versions of firmware files by their URLs. */
  readonly files: Readonly<Record<string, string>>;
  readonly devices: readonly CertifiedDevice[];
}

export interface CertifiedDevice {
  readonly spec: SpeakingSpec;
  readonly identity: Issued;
}

/** The certificates of a run. */
export interface RunCertificates {
  readonly authority: Issued;
  readonly gateway: Issued;
  readonly devices: readonly CertifiedDevice[];
}

export const HOST = '127.0.0.1';
const DAY_MS = 86_400_000;
/** So many devices are behind one address, as those of a site are. */
const OF_ADDRESS = 20;

/** An authority, a certificate of the gateways, and one of each device. */
export async function issueCertificates(devices: readonly Device[]): Promise<RunCertificates> {
  // From the day before: the clock of the issuer may be ahead.
  const validity = { from: new Date(Date.now() - DAY_MS), days: 30 };
  const authority = await issueAuthority('bench', validity);
  const sites = Math.ceil(devices.length / OF_ADDRESS);
  const certified: CertifiedDevice[] = [];
  for (const [index, { macId, firmwareVersion }] of devices.entries()) {
    const identity = await issueDeviceCertificate(authority, macId, validity);
    const spec = { macId, firmwareVersion, ports: 0, address: addressOf(index % sites) };
    certified.push({ spec, identity });
  }
  return {
    authority,
    gateway: await issueServerCertificate(authority, HOST, validity),
    devices: certified,
  };
}

/** An address of this machine: all of 127.0.0.0/8 are. */
function addressOf(site: number): string {
  return `127.1.${Math.floor(site / 250) % 250}.${1 + (site % 250)}`;
}
