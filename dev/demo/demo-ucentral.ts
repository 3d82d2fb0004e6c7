import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compactMac } from '../../shared/platform/values/mac.js';
import {
  issueAuthority,
  issueDeviceCertificate,
  issueServerCertificate,
  type Issued,
} from '../../shared/ucentral/operations/issue-certificates.js';
import type { SpeakingFleet } from '../ucentral-simulator/main.js';
import { PORTS } from './demo-catalogue.js';
import { REFUSING_DEVICE_ID, UCENTRAL_DEVICE_IDS } from './demo-devices.js';
import { demoFleet } from './demo-fleet.js';

const AUTHORITY_DAYS = 3650;
const CERTIFICATE_DAYS = 365;
const DAY_MS = 86_400_000;

export interface DemoUcentral {
  /** The MACs of the devices that speak uCentral. */
  readonly macIds: readonly string[];
  /** The settings of the gateway. */
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
}

/**
 * Makes the certificates of the demo's gateway and of the devices that speak uCentral, and writes what their simulator needs.
 * The authority is kept between starts, because the service knows the devices by it.
 */
export async function prepareUcentral(folder: string, port: string): Promise<DemoUcentral> {
  await mkdir(folder, { recursive: true });
  const from = new Date(Date.now() - DAY_MS);
  const authority = await keptAuthority(folder, from);
  const lasting = { from, days: CERTIFICATE_DAYS };
  await store(folder, 'gateway', await issueServerCertificate(authority, '127.0.0.1', lasting));
  const { devices, firmware_releases: releases } = demoFleet();
  const speaking = devices.filter(({ id }) => UCENTRAL_DEVICE_IDS.has(id));
  for (const { mac_id } of speaking)
    await store(folder, compactMac(mac_id), await issueDeviceCertificate(authority, mac_id, lasting));
  const fleet: SpeakingFleet = {
    url: `wss://127.0.0.1:${port}`,
    devices: speaking.map(({ id, mac_id, firmware_version, part_number }) => ({
      macId: mac_id,
      firmwareVersion: firmware_version,
      ports: PORTS[part_number] ?? 0,
      ...(id === REFUSING_DEVICE_ID ? { configures: 'refuses' } : {}),
    })),
    files: Object.fromEntries(
      releases.flatMap(({ version, url }) => Object.values(url).map((file) => [file, version])),
    ),
  };
  await writeFile(join(folder, 'devices.json'), JSON.stringify(fleet));
  const env = {
    UCENTRAL_CERT: join(folder, 'gateway.pem'),
    UCENTRAL_KEY: join(folder, 'gateway-key.pem'),
    UCENTRAL_CLIENT_CA: join(folder, 'ca.pem'),
  };
  return { macIds: speaking.map(({ mac_id }) => mac_id), env, folder };
}

async function keptAuthority(folder: string, from: Date): Promise<Issued> {
  try {
    const [certificate, key] = await Promise.all([
      readFile(join(folder, 'ca.pem'), 'utf8'),
      readFile(join(folder, 'ca-key.pem'), 'utf8'),
    ]);
    return { certificate, key };
  } catch {
    const issued = await issueAuthority('airfleet demo', { from, days: AUTHORITY_DAYS });
    await store(folder, 'ca', issued);
    return issued;
  }
}

/** The key first: an authority is complete once its certificate is there. */
async function store(folder: string, name: string, { certificate, key }: Issued): Promise<void> {
  await writeFile(join(folder, `${name}-key.pem`), key, { mode: 0o600 });
  await writeFile(join(folder, `${name}.pem`), certificate);
}
