import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compactMac } from '../../../shared/platform/values/mac.js';
import type { Issued } from '../../../shared/ucentral/operations/issue-certificates.js';
import { eventually } from '../../fixtures/eventually.js';

/** The start of TIP's client, its timers and its retries take up to a minute. */
const PATIENCE_MS = 180_000;
const STAND_INS = resolve('test/ucentral/vendor/device');

/** A radio as TIP's programs name it. */
export interface Phy {
  readonly band: readonly string[];
  readonly channels: readonly number[];
  readonly htmode: readonly string[];
  readonly dfs_channels?: readonly number[];
}
export type Phys = Readonly<Record<string, Phy>>;

/** What TIP's validator and renderer make of a configuration. */
export interface Rendered {
  readonly logs: readonly string[];
  /** Commands of UCI, one a line. */
  readonly batch: string;
}

function setting(name: string): string {
  const value = process.env[`AIRFLEET_UCENTRAL_${name}`];
  if (value === undefined)
    throw new Error('Start these steps with npm run conformance -- ucentral SCHEMA PROGRAMS');
  return value;
}

/** An access point that runs TIP's client, validator, renderer and commands, in a copy of this machine's root. */
export class VendorDevice {
  private child: ChildProcess | undefined;
  private asked = 0;

  private constructor(private readonly folder: string) {}

  static async make(
    macId: string,
    radios: Phys,
    { certificate, key }: Issued,
    ca: string,
  ): Promise<VendorDevice> {
    const device = new VendorDevice(await mkdtemp(join(tmpdir(), 'airfleet-ucentral-device-')));
    const phys = physOf(radios);
    const network = { wan: ['eth0'], lan: ['eth1', 'eth2'] };
    const capabilities = {
      compatible: 'test_ap',
      model: 'Test AP',
      platform: 'ap',
      country: 'DE',
      network,
      wifi: phys,
    };
    await device.put('serial', compactMac(macId));
    await device.put('operational.pem', certificate);
    await device.put('key.pem', key);
    await device.put('operational.ca', ca);
    await device.put('capabilities.json', JSON.stringify(capabilities));
    await device.put('phys.json', JSON.stringify(phys));
    return device;
  }

  /** @param port of the gateway */
  async start(port: number, firmware: string): Promise<void> {
    await this.put('server', '127.0.0.1');
    await this.put('port', String(port));
    await this.put('firmware', firmware);
    const args = [join(STAND_INS, 'enter'), this.folder, setting('PROGRAMS'), setting('SCHEMA')];
    // A group of its own, so that what it has started ends with it.
    this.child = spawn('unshare', [setting('NAMESPACE'), 'sh', ...args], {
      stdio: ['pipe', 'inherit', 'inherit'],
      detached: true,
    });
  }

  /** Runs a command on the device, and returns what it prints. @throws Error when it fails */
  async run(command: string): Promise<string> {
    this.asked += 1;
    const { asked } = this;
    const out = `/device/folder/out.${asked}`;
    this.child?.stdin?.write(`{ ${command}; } >${out} 2>&1 </dev/null; echo $? >${out}.code\n`);
    const code = await eventually(
      `the end of ${command}`,
      async () => {
        const text = await this.get(`out.${asked}.code`);
        return text === '' ? null : Number(text);
      },
      PATIENCE_MS,
    );
    const text = await this.get(`out.${asked}`);
    if (code !== 0) throw new Error(`${command} ended with ${code}: ${text}`);
    return text;
  }

  /** Gives the device a file. */
  async put(name: string, text: string): Promise<void> {
    await writeFile(join(this.folder, name), text);
  }

  /** What TIP's validator and renderer make of a configuration on a device with these radios. */
  async render(config: object, radios: Phys): Promise<Rendered> {
    await this.put('config.json', JSON.stringify(config));
    await this.put('radios.json', JSON.stringify(physOf(radios)));
    const text = await this.run(
      'cp /etc/phys.json /tmp/phys && cp /device/folder/radios.json /etc/phys.json && ' +
        'ucode /device/stand-ins/render.uc /device/folder/config.json 2>/device/folder/render.err; ' +
        'mv /tmp/phys /etc/phys.json; cat /device/folder/render.err >&2',
    );
    return JSON.parse(text) as Rendered;
  }

  /** The log of TIP's client. */
  log(): Promise<string> {
    return this.get('client.log');
  }

  /** Ends the device, as a loss of power does. */
  async remove(): Promise<void> {
    const { child } = this;
    if (child?.pid !== undefined && child.exitCode === null) {
      const ended = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  private get(name: string): Promise<string> {
    return readFile(join(this.folder, name), 'utf8').catch(() => '');
  }
}

/** Radios with the members that TIP's renderer reads besides those of `capabilities.wifi`. */
function physOf(radios: Phys): object {
  const antennas = { tx_ant: 3, rx_ant: 3, tx_ant_avail: 3, rx_ant_avail: 3 };
  return Object.fromEntries(
    Object.entries(radios).map(([path, phy]) => {
      const frequencies = phy.channels.map((channel) => frequencyOf(phy.band[0] ?? '', channel));
      return [path, { ...antennas, he_phy_capa: [0], he_mac_capa: [0], frequencies, ...phy }];
    }),
  );
}

function frequencyOf(band: string, channel: number): number {
  if (band === '2G') return 2407 + 5 * channel;
  return (band === '6G' ? 5950 : 5000) + 5 * channel;
}
