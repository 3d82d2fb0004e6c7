import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { WebSocket } from 'ws';
import { startGateway, type RunningGateway } from '../../../gateway/start-gateway.js';
import type { StartOverrides } from '../../../shared/composition/deps.js';
import { readEnv } from '../../../shared/platform/env/env.js';
import { compactMac } from '../../../shared/platform/values/mac.js';
import {
  issueAuthority,
  issueDeviceCertificate,
  issueServerCertificate,
  type Issued,
} from '../../../shared/ucentral/operations/issue-certificates.js';
import type { UcentralConfig } from '../../../shared/ucentral/domain/config/ucentral-config.js';
import { eventually } from '../../fixtures/eventually.js';
import { RealClock } from '../../fixtures/clock.js';
import { testLog, watchSecret, watchSecretsIn } from '../../fixtures/log-watch.js';
import { uniqueMac, type DeviceFields, type TestDevice } from '../../fixtures/records/device.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

/** A day before the machine's time, so that certificates are valid on any machine. */
export const VALID = { from: new Date(Date.now() - 86_400_000), days: 30 };

export interface Rpc {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Capabilities of an access point with two radios. */
export const ACCESS_POINT = {
  platform: 'ap',
  country: 'DE',
  wifi: {
    'soc/a': { band: ['5G'], channels: [36, 40, 44, 48], htmode: ['HE20', 'HE40', 'HE80'] },
    'soc/b': { band: ['2G'], channels: [1, 6, 11], htmode: ['HE20', 'HE40'] },
  },
};

/** A configuration as it is sent. */
export type SentConfig = UcentralConfig & { readonly uuid: number };

/** A device that speaks uCentral over a socket of its own. */
export class SpeakingDevice {
  readonly commands: Rpc[] = [];
  /** The code with which the connection was closed; null while it is open. */
  closedWith: number | null = null;

  private constructor(
    readonly serial: string,
    readonly socket: WebSocket,
  ) {
    socket.on('message', (data) => {
      this.commands.push(JSON.parse((data as Buffer).toString('utf8')) as Rpc);
    });
    socket.on('close', (code) => {
      this.closedWith = code;
    });
    socket.on('error', () => undefined);
  }

  /**
   * @param header what a balancer sends before TLS begins
   * @throws the error of a connection that does not open
   */
  static async open(
    port: number,
    macId: string,
    { certificate, key }: Issued,
    ca: string,
    header: Buffer = Buffer.alloc(0),
  ) {
    const host = '127.0.0.1';
    watchSecret(key.split('\n')[1] ?? '');
    const options = { cert: certificate, key, ca, rejectUnauthorized: true };
    const through = (): TLSSocket => {
      const tcp = connectTcp({ host, port });
      tcp.write(header);
      return connectTls({ ...options, host, socket: tcp });
    };
    const socket = new WebSocket(`wss://${host}:${port}`, 'ucentral-broker', {
      ...options,
      ...(header.length > 0 ? { createConnection: through } : {}),
    });
    const device = new SpeakingDevice(compactMac(macId), socket);
    await once(socket, 'open');
    return device;
  }

  notify(method: string, params: Readonly<Record<string, unknown>>): void {
    watchSecretsIn(params);
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', method, params: { serial: this.serial, ...params } }));
  }

  /** The next command of a method, which is taken from the commands. */
  next(method: string): Promise<Rpc> {
    return eventually(`the command ${method}`, () => {
      const index = this.commands.findIndex((sent) => sent.method === method);
      return index < 0 ? undefined : this.commands.splice(index, 1)[0];
    });
  }

  connect(firmware: string, fields: Readonly<Record<string, unknown>> = {}): void {
    this.notify('connect', { uuid: 1, firmware, capabilities: { platform: 'ap' }, ...fields });
  }

  answer(id: number, error: number, uuid = 1, rejected?: readonly string[]): void {
    const result = { serial: this.serial, uuid, status: { error, text: '', rejected } };
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }
}

/** A service with a gateway, its authority, and an organisation whose devices have certificates. */
export class UcentralSite {
  private readonly gateways: RunningGateway[] = [];

  private constructor(
    readonly service: TestService,
    readonly folder: string,
    readonly authority: Issued,
    readonly fixture: UpgradeFixture,
  ) {}

  static async open(env: Readonly<Record<string, string>> = {}): Promise<UcentralSite> {
    const settings = { HEARTBEAT_INTERVAL_S: '1', DRAIN_S: '0', UPGRADE_SOAK_S: '0', ...env };
    return UcentralSite.of(await TestService.open(settings, new RealClock()));
  }

  /** The site of a service. */
  static async of(service: TestService): Promise<UcentralSite> {
    const folder = await mkdtemp(join(tmpdir(), 'airfleet-ucentral-'));
    const authority = await issueAuthority('test', VALID);
    const server = await issueServerCertificate(authority, '127.0.0.1', VALID);
    const site = new UcentralSite(service, folder, authority, await service.fixture());
    await site.write('ca.pem', authority.certificate);
    await site.write('gateway.pem', server.certificate);
    await site.write('gateway-key.pem', server.key);
    return site;
  }

  async write(name: string, content: string): Promise<void> {
    await writeFile(join(this.folder, name), content);
  }

  /** The settings of a gateway on free ports. */
  settings(env: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      ...this.service.env,
      UCENTRAL_PORT: '0',
      GATEWAY_ADMIN_PORT: '0',
      UCENTRAL_CERT: join(this.folder, 'gateway.pem'),
      UCENTRAL_KEY: join(this.folder, 'gateway-key.pem'),
      UCENTRAL_CLIENT_CA: join(this.folder, 'ca.pem'),
      ...env,
    };
  }

  async start(
    env: Readonly<Record<string, string>> = {},
    overrides: StartOverrides = {},
  ): Promise<RunningGateway> {
    const read = readEnv({ ...process.env, ...this.settings(env) });
    const gateway = await startGateway(read, testLog(read.logLevel, 'gateway'), {
      now: this.service.clock.now,
      ...overrides,
    });
    this.gateways.push(gateway);
    return gateway;
  }

  /** A device of an inventory that has certificates in place of a key. */
  async device(fields: DeviceFields = {}, fixture = this.fixture): Promise<TestDevice> {
    const device = await fixture.device({ macId: uniqueMac(), ...fields });
    await this.service.deps.mongo.models.masterInventory.updateOne(
      { _id: device.macId },
      { identity: 'certificate', deviceKeyHash: null },
    );
    return device;
  }

  /**
   * Opens the connection of an access point that takes the next configuration, and is back with it.
   * @returns the connection, and the configuration
   */
  async configured(gateway: RunningGateway, device: TestDevice, firmware: string, uuid = 1) {
    const first = await this.speak(gateway, device);
    first.connect(firmware, { uuid, capabilities: ACCESS_POINT });
    const { params } = await first.next('configure');
    first.socket.terminate();
    const speaking = await this.speak(gateway, device);
    speaking.connect(firmware, { uuid: params['uuid'], reason: 'socket', capabilities: ACCESS_POINT });
    await eventually('its configuration is known to run', async () => {
      const record = await this.recordOf(device);
      return record?.running?.uuid === params['uuid'];
    });
    return { speaking, uuid: Number(params['uuid']), config: params['config'] as SentConfig };
  }

  recordOf(device: TestDevice) {
    return this.service.deps.mongo.models.ucentralDevices.findOne({ _id: device._id }).lean();
  }

  /** Opens the connection of a device. @throws the error of a connection that does not open */
  async speak(
    gateway: Pick<RunningGateway, 'devicePort'>,
    { macId }: Pick<TestDevice, 'macId'>,
    certificate?: Issued,
  ): Promise<SpeakingDevice> {
    const issued = certificate ?? (await issueDeviceCertificate(this.authority, macId, VALID));
    return SpeakingDevice.open(gateway.devicePort ?? 0, macId, issued, this.authority.certificate);
  }

  async close(): Promise<void> {
    await this.forget();
    await this.service.close();
  }

  /** Closes all but the service. */
  async forget(): Promise<void> {
    for (const gateway of this.gateways) await gateway.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
