import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unusedPort } from '../../dev/demo/ports.js';
import type { Pace } from '../../dev/ucentral-simulator/place.js';
import { openOneNetwork } from '../fleet/bench-fleet.js';
import { removeUpgrades, type OneNetwork } from '../fleet/bench-upgrades.js';
import { devicesOf, heartbeatOf, type Device } from '../load/heartbeat-requests.js';
import type { WireRequest } from '../load/http-load.js';
import { startProgram, type Program } from '../load/program.js';
import { HOST, issueCertificates, type CertifiedDevice, type RunCertificates } from './speaking-fleet.js';
import { startSimulator, type Simulator } from './simulator.js';

/** Devices that send heartbeats by HTTP, beside those that speak uCentral. */
const BESIDE = 2000;
/** Slower than the handshakes of a gateway are limited by default. */
export const CONNECTS_PER_S = 45;
const LOOK_EVERY_MS = 250;
const PATIENCE_MS = 900_000;
/** The interval of states that airfleet configures. */
const CALM: Pace = { state: 60_000, download: 30_000, reconnect: 5000 };

export interface Gateway extends Program {
  /** Where devices connect. */
  readonly devices: string;
}

/** An organisation whose first devices have certificates and whose other devices have keys. */
export class SpeakingSite {
  private running: { stop(): Promise<void> }[] = [];
  private turn = 0;

  private constructor(
    readonly fleet: OneNetwork,
    private readonly folder: string,
    private readonly certificates: RunCertificates,
    readonly speaking: readonly Device[],
    private readonly beside: readonly Device[],
  ) {}

  /** @param count the devices that speak uCentral */
  static async open(count: number): Promise<SpeakingSite> {
    const fleet = await openOneNetwork(count + BESIDE, `ucentral-${count}`);
    const all = await devicesOf(fleet.mongo.models, fleet.whole);
    const [speaking, beside] = [all.slice(0, count), all.slice(count)];
    await forget(fleet, speaking);
    const certificates = await issueCertificates(speaking);
    const folder = await mkdtemp(join(tmpdir(), 'airfleet-bench-'));
    const { authority, gateway } = certificates;
    await writeFile(join(folder, 'ca.pem'), authority.certificate);
    await writeFile(join(folder, 'gateway.pem'), gateway.certificate);
    await writeFile(join(folder, 'gateway-key.pem'), gateway.key, { mode: 0o600 });
    return new SpeakingSite(fleet, folder, certificates, speaking, beside);
  }

  async gateway(settings: Readonly<Record<string, string>> = {}): Promise<Gateway> {
    const port = await unusedPort(HOST);
    const program = await this.program('programs/gateway.js', {
      HOST,
      UCENTRAL_PORT: String(port),
      GATEWAY_ADMIN_PORT: '0',
      UCENTRAL_CERT: join(this.folder, 'gateway.pem'),
      UCENTRAL_KEY: join(this.folder, 'gateway-key.pem'),
      UCENTRAL_CLIENT_CA: join(this.folder, 'ca.pem'),
      ...settings,
    });
    return { ...program, devices: `wss://${HOST}:${port}` };
  }

  async program(path: string, settings: Readonly<Record<string, string>> = {}): Promise<Program> {
    const program = await startProgram(path, this.fleet.uri, settings);
    this.running.push(program);
    return program;
  }

  /** A process with the first devices. @param address in place of their own */
  async simulator(
    gateways: readonly Gateway[],
    count: number,
    {
      pace = CALM,
      files = {},
      address,
    }: { pace?: Pace; files?: Readonly<Record<string, string>>; address?: string } = {},
  ): Promise<Simulator> {
    const { authority, devices } = this.certificates;
    const moved = ({ spec, identity }: CertifiedDevice): CertifiedDevice => {
      return { spec: address === undefined ? spec : { ...spec, address }, identity };
    };
    const simulator = await startSimulator(join(this.folder, `fleet-${this.running.length}.json`), {
      urls: gateways.map(({ devices: url }) => url),
      authority: authority.certificate,
      pace,
      files,
      devices: devices.slice(0, count).map(moved),
    });
    this.running.push(simulator);
    return simulator;
  }

  /** The next heartbeat by HTTP. */
  nextBeat(): WireRequest {
    const device = this.beside[this.turn % this.beside.length];
    if (!device) throw new Error('The organisation has no device that speaks HTTP');
    this.turn += 1;
    return heartbeatOf(device, device.firmwareVersion);
  }

  /**
   * Waits until the service has heard the first devices after a time.
   * @returns the seconds from then until each was heard; fewer of them when some were not in a quarter of an hour
   */
  async heard(count: number, since: Date): Promise<number[]> {
    const { mongo, whole } = this.fleet;
    const last = this.speaking[count - 1]?._id ?? 0;
    const filter = { organisationId: whole.id, _id: { $lte: last }, lastHeartbeatAt: { $gt: since } };
    const seconds: number[] = [];
    while (seconds.length < count) {
      const afterMs = Date.now() - since.getTime();
      const heard = await mongo.models.deviceStates.countDocuments(filter);
      while (seconds.length < heard) seconds.push(afterMs / 1000);
      if (afterMs > PATIENCE_MS) return seconds;
      await wait(LOOK_EVERY_MS);
    }
    return seconds;
  }

  /** Ends what a case has started. */
  async endCase(): Promise<void> {
    const ending = this.running.reverse();
    this.running = [];
    for (const program of ending) await program.stop();
    await removeUpgrades(this.fleet);
  }

  async close(): Promise<void> {
    await this.endCase();
    await rm(this.folder, { recursive: true, force: true });
    await this.fleet.close();
  }
}

/** Gives devices certificates in place of keys, and forgets what an earlier run has left. */
async function forget(fleet: OneNetwork, devices: readonly Device[]): Promise<void> {
  const { models } = fleet.mongo;
  const { id: organisationId } = fleet.whole;
  const macs = devices.map(({ macId }) => macId);
  await models.masterInventory.updateMany(
    { _id: { $in: macs } },
    { $set: { identity: 'certificate', deviceKeyHash: null }, $unset: { authority: '' } },
  );
  await models.ucentralDevices.deleteMany({ organisationId });
  await models.alerts.deleteMany({ organisationId });
  // The numbers of sessions start over with their records.
  await models.deviceStates.updateMany({ organisationId }, { $unset: { session: '', configuration: '' } });
  await removeUpgrades(fleet);
}
