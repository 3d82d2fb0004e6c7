import { HOST, type Guest } from '../../dev/air/guest.js';
import { linesOf, RADIO_2G, RELOAD, type Radio } from '../../dev/air/access-point-files.js';
import type { CommandResult } from '../../dev/air/channel.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { watchLog } from '../fixtures/log-watch.js';
import { makeServiceSide, ManagedDevice, type ServiceSide } from '../agent/managed-device.js';
import { sharedGuest } from './shared-guest.js';

export interface OnTheAir {
  readonly channel: number;
  readonly widthMhz: number;
  readonly powerDbm: number;
}

export interface AccessPointOptions {
  /** By default one of 2.4 GHz. */
  readonly radios?: Readonly<Record<string, Radio>>;
  /** More of the agent's settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Of a network that is there already. */
  readonly fixture?: UpgradeFixture;
  /** By default the one that all stories share. */
  readonly guest?: Guest;
}

/** A new device whose agent runs in the guest, with real radios. */
export class AccessPoint extends ManagedDevice {
  private constructor(
    side: ServiceSide,
    readonly guest: Guest,
    private readonly settings: Readonly<Record<string, string>>,
  ) {
    super(side);
  }

  static async open({
    radios = { radio0: RADIO_2G },
    settings = {},
    ...where
  }: AccessPointOptions = {}): Promise<AccessPoint> {
    const [guest, side] = await Promise.all([where.guest ?? sharedGuest(), makeServiceSide(where)]);
    const point = new AccessPoint(side, guest, settings);
    await guest.sh('/usr/lib/airfleet-air/reset.sh');
    await Promise.all([
      point.configure(),
      guest.write('/etc/airfleet/key', side.device.deviceKey),
      ...Object.entries(radios).map(([name, radio]) =>
        guest.write(`/etc/hostapd/${name}.radio`, linesOf(radio)),
      ),
    ]);
    return point;
  }

  /** Writes the agent's settings, with more for now. */
  async configure(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const { port } = new URL(this.front.url);
    const all = {
      URL: `http://${HOST}:${port}`,
      ALLOW_HTTP: '1',
      MAC: this.device.macId,
      RELOAD,
      ...this.settings,
      ...settings,
    };
    await this.guest.write('/etc/airfleet/agent.conf', linesOf(all));
  }

  /** Runs one step of the agent: a heartbeat, and what its answer asks for. */
  async once(): Promise<CommandResult> {
    const result = await this.guest.run('airfleet-agent once');
    watchLog(result.output);
    return result;
  }

  /** Lets the agent fetch and apply what the service has for it. Throws unless the service confirms it. */
  async apply(): Promise<void> {
    await this.offered();
    const { code, output } = await this.once();
    if (code !== 0) throw new Error(`The agent ended with ${code}:\n${output}\n${await this.said()}`);
  }

  /**
   * Lets an SSID cut the access point off: as long as a radio carries one of this name, its uplink is down.
   */
  async cutUplinkBy(ssid: string): Promise<void> {
    const hasIt = `grep -q ^ssid2=${Buffer.from(ssid).toString('hex')} /etc/hostapd/$1.conf`;
    const set = `if ${hasIt}; then ip link set eth0 down; else ip link set eth0 up; fi`;
    await this.configure({ RELOAD: `${RELOAD} && ${set}` });
  }

  /** What an interface has on the air; undefined: nothing. */
  async air(name: string): Promise<OnTheAir | undefined> {
    const { output } = await this.guest.run(`iw dev ${name} info`);
    const [, channel, widthMhz] = /^\s*channel (\d+) .*width: (\d+) MHz/m.exec(output) ?? [];
    const [, powerDbm] = /^\s*txpower (\d+)/m.exec(output) ?? [];
    if (channel === undefined) return undefined;
    return { channel: Number(channel), widthMhz: Number(widthMhz), powerDbm: Number(powerDbm) };
  }

  /** The country whose rules the radios follow. */
  async country(): Promise<string | undefined> {
    return /^country (..):/m.exec(await this.guest.sh('iw reg get'))?.[1];
  }

  /** The end of what hostapd has said. */
  said(): Promise<string> {
    return this.guest.sh('tail -n 40 /run/radio-*.log');
  }
}
