/** The messages of simulated devices, as devices on the market send them. */

/** A device to simulate. */
export interface SpeakingSpec {
  readonly macId: string;
  readonly firmwareVersion: string;
  /** The number of its ports; 0 for an access point. */
  readonly ports: number;
  /** What it does with configurations; absent: it applies them. */
  readonly configures?: 'partly' | 'refuses' | 'cut_off';
  /** The address that it connects from; absent: any. */
  readonly address?: string;
}

const RADIOS = [
  { phy: 'platform/soc/c000000.wifi', band: ['5G'], channel: 36, channel_width: 80, tx_power: 20 },
  { phy: 'platform/soc/c000000.wifi+1', band: ['2G'], channel: 6, channel_width: 20, tx_power: 20 },
];
const ABLE = [
  {
    channels: [36, 40, 44, 48, 52, 56, 60, 64, 100, 104, 108, 112],
    htmode: ['VHT80', 'HE20', 'HE40', 'HE80'],
  },
  { channels: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], htmode: ['HT20', 'HE20', 'HE40'] },
];

export function isSwitch({ ports }: SpeakingSpec): boolean {
  return ports > 0;
}

function portNames({ ports }: SpeakingSpec): string[] {
  return Array.from({ length: ports }, (_, index) => `Ethernet${index}`);
}

/** The parameters of `connect`. */
export function connectParams(spec: SpeakingSpec, firmware: string, uuid: number, reason: string): object {
  const capabilities = isSwitch(spec)
    ? {
        model: 'OLS-48',
        platform: 'switch',
        'port-list': portNames(spec).map((name) => ({ name })),
      }
    : {
        model: 'EAP101',
        compatible: 'edgecore,eap101',
        platform: 'ap',
        country: 'DE',
        wifi: Object.fromEntries(
          RADIOS.map(({ phy, band }, index) => [phy, { band, ...ABLE[index], tx_ant: 2, rx_ant: 2 }]),
        ),
      };
  return { uuid, firmware, reason, capabilities };
}

/** The parameters of `state`: traffic and clients that grow with the uptime. */
export function stateParams(spec: SpeakingSpec, uuid: number, uptimeS: number): object {
  const unit = {
    load: [0.2, 0.2, 0.1],
    cpu_load: [12, 10, 14],
    memory: { total: 512_000_000, free: 180_000_000, cached: 40_000_000, buffered: 10_000_000 },
    uptime: uptimeS,
  };
  if (isSwitch(spec)) {
    const ports = portNames(spec).map((name, index): [string, object] => [name, portState(index, uptimeS)]);
    const upstream: Record<string, object> = Object.fromEntries(ports);
    return { uuid, state: { version: 1, unit, 'link-state': { upstream } } };
  }
  const radios = RADIOS.map((radio, index) => ({
    ...radio,
    active_ms: uptimeS * 1000,
    busy_ms: uptimeS * (index === 0 ? 120 : 340),
  }));
  const ssids = RADIOS.map((_, index) => ({
    ssid: 'OpenWifi',
    mode: 'ap',
    radio: { $ref: `#/radios/${index}` },
    associations: Array.from({ length: 3 + index }, (_entry, client) => ({
      station: `02:00:5e:20:0${index}:0${client}`,
      rssi: -55 - client,
    })),
  }));
  const link = { carrier: 1, speed: 1000, duplex: 'full' };
  return {
    uuid,
    state: {
      version: 1,
      unit,
      radios,
      interfaces: [{ name: 'up0v0', uptime: uptimeS, ssids }],
      'link-state': { upstream: { WAN: link } },
    },
  };
}

/** Every third port is down, and every fourth gives power. */
function portState(index: number, uptimeS: number): object {
  const isUp = index % 3 !== 2;
  const [rx, tx] = isUp ? [uptimeS * 10_000 * (index + 1), uptimeS * 25_000 * (index + 1)] : [0, 0];
  return {
    carrier: isUp ? 1 : 0,
    ...(isUp ? { speed: index % 8 === 0 ? 10_000 : 1000, duplex: 'full' } : {}),
    counters: { rx_bytes: rx, tx_bytes: tx, multicast: isUp ? uptimeS * 3 : 0 },
    ...(index % 4 === 0 ? { poe: { 'output-power': isUp ? 6400 : 0 } } : {}),
  };
}
