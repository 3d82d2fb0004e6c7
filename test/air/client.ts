import { pskOf } from '../../dev/air/access-point-files.js';
import type { Guest } from '../../dev/air/guest.js';
import { eventually } from '../fixtures/eventually.js';

/** The lines of a network in wpa_supplicant's file, without quotes for numbers and words. */
export type Network = Readonly<Record<string, string | number>>;

/** How a client looks for its network. */
export interface Look {
  /** In MHz; by default that of channel 6. */
  readonly frequency?: number;
  /** It only listens: an access point does not answer the probes of a client that it does not want. */
  readonly isPassive?: boolean;
}

/** What a DHCP server has leased to a client. */
export interface Lease {
  readonly address: string;
  readonly router: string;
  readonly dns: readonly string[];
}

/** The first radios are those of the access point. */
const FIRST_RADIO = 4;
/** wpa_supplicant's words for an attempt that the access point has refused. */
const REFUSED =
  /CTRL-EVENT-(AUTH-REJECT|ASSOC-REJECT|EAP-FAILURE|SSID-TEMP-DISABLED)|Authentication with \S+ timed out/;
/** So many pings without an answer in the middle of a handshake are taken for one that has failed. */
const MAX_UNANSWERED = 3;
const HEADER = 'ctrl_interface=/run/wpa\n';

/** The untagged address of the site's router, which answers pings. */
const ROUTER = '192.0.2.1';

/** A network that takes a passphrase in the way of WPA2. */
export function wpa2(ssid: string, passphrase: string): Network {
  return { ssid: `"${ssid}"`, key_mgmt: 'WPA-PSK', psk: pskOf(ssid, passphrase) };
}

/** A client with a radio of its own in the guest. */
export class Client {
  readonly radio: number;

  constructor(
    private readonly guest: Guest,
    index = 0,
  ) {
    this.radio = FIRST_RADIO + index;
  }

  get mac(): string {
    return `02:00:00:00:${this.radio.toString(16).padStart(2, '0')}:00`;
  }

  get address(): string {
    return `192.0.2.${10 + this.radio}`;
  }

  /** Begins to look for the network, and goes on until it has joined. */
  async look(network: Network, { frequency = 2437, isPassive = false }: Look = {}): Promise<void> {
    const all = { scan_ssid: isPassive ? 0 : 1, scan_freq: frequency, freq_list: frequency, ...network };
    const lines = Object.entries(all).map(([name, value]) => `  ${name}=${value}\n`);
    const path = `/run/client-${this.radio}.conf`;
    await this.guest.write(
      path,
      `${HEADER}passive_scan=${isPassive ? 1 : 0}\nnetwork={\n${lines.join('')}}\n`,
    );
    await this.guest.sh(`rm -f /run/client-${this.radio}.log`);
    await this.turnOffAndOn();
  }

  /** Also takes its own address again, in place of a lease. */
  private async turnOffAndOn(): Promise<void> {
    await this.guest.sh(`/usr/lib/airfleet-air/client.sh ${this.radio}`);
  }

  /** Joins the network. Throws if it has not joined for two minutes. */
  async join(network: Network, look?: Look): Promise<void> {
    await this.look(network, look);
    await this.joined();
  }

  /**
   * Waits until it has joined. Its log decides: `wpa_state` stays 4WAY_HANDSHAKE when the access point repeats the third
   * message of the handshake, as it does on a slow machine, although the client is connected.
   */
  async joined(): Promise<void> {
    await eventually('the client has joined', async () => this.isConnected(await this.said())).catch(
      async (error: unknown) => {
        throw new Error(`It says last:\n${await this.statusText()}\nIts log:\n${await this.said()}`, {
          cause: error,
        });
      },
    );
  }

  private isConnected(said: string): boolean {
    return said.lastIndexOf('CTRL-EVENT-CONNECTED') > said.lastIndexOf('CTRL-EVENT-DISCONNECTED');
  }

  /** Looks for the network until the access point has refused it. Throws if it has joined. */
  async isRefused(network: Network, look?: Look): Promise<void> {
    await this.look(network, look);
    await eventually('the client is refused', async () => {
      const said = await this.said();
      if (said.includes('CTRL-EVENT-CONNECTED')) throw new Error(`The client has joined:\n${said}`);
      return REFUSED.test(said);
    });
  }

  /** What wpa_supplicant says of itself: `wpa_state`, `ssid`, `bssid`, `key_mgmt` and so on. */
  async status(): Promise<Readonly<Record<string, string>>> {
    const lines = (await this.statusText()).split('\n');
    return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
  }

  private async statusText(): Promise<string> {
    return (await this.guest.run(`wpa_cli -p /run/wpa -i wlan${this.radio} status`)).output;
  }

  /** What wpa_supplicant has said since the client began to look for its network. */
  async said(): Promise<string> {
    return (await this.guest.run(`cat /run/client-${this.radio}.log`)).output;
  }

  /** Runs a command in the client's network. */
  run(command: string): ReturnType<Guest['run']> {
    return this.guest.run(`ip netns exec client${this.radio} ${command}`);
  }

  /**
   * Waits until an address answers its pings. On a slow machine, a client repeats its association while hostapd still works
   * on the first one. hostapd carries out the repetition after the handshake, and begins a second one without the keys that
   * the client uses by then; wpa_supplicant stays in it. A person would turn the Wi-Fi off and on, and so does this client.
   */
  async reaches(address = ROUTER): Promise<void> {
    let unanswered = 0;
    const answers = async (): Promise<boolean> => {
      if ((await this.pings(address)) === 0) return true;
      unanswered += 1;
      if (unanswered % MAX_UNANSWERED === 0 && (await this.status())['wpa_state'] === '4WAY_HANDSHAKE')
        await this.turnOffAndOn();
      return false;
    };
    await eventually(`${address} answers`, answers).catch(async (error: unknown) => {
      const state = await this.run('sh -c "ip addr; ip route; ip neigh"');
      const bridges = await this.guest.run(
        'ip neigh; ip -n site addr; ip -n site neigh; tail -n 40 /run/radio-*.log',
      );
      throw new Error(
        `The client:\n${await this.statusText()}${state.output}\nThe guest:\n${bridges.output}\nIts log:\n${await this.said()}`,
        { cause: error },
      );
    });
  }

  /** Sends pings, and returns the exit code: 0 when one was answered. */
  async pings(address: string, count = 1): Promise<number> {
    return (await this.run(`ping -c ${count} -W 2 ${address}`)).code;
  }

  /** What `wpa_cli` lists of the access points that it hears: BSSID, frequency, level, flags and name. */
  async scan(): Promise<string> {
    return (await this.guest.run(`wpa_cli -p /run/wpa -i wlan${this.radio} scan_results`)).output;
  }

  /** The address of another access point of a name that the client hears; waits until it hears one. */
  async otherBss(ssid: string, than: string): Promise<string> {
    return eventually('another access point', async () => {
      await this.guest.run(`wpa_cli -p /run/wpa -i wlan${this.radio} scan`);
      const lines = (await this.scan()).split('\n').map((line) => line.split('\t'));
      return lines.find(([bssid, , , , name]) => name === ssid && bssid !== than)?.[0];
    });
  }

  /** Begins to go to another access point of its network. */
  async roam(bssid: string): Promise<void> {
    await this.guest.sh(`wpa_cli -p /run/wpa -i wlan${this.radio} roam ${bssid}`);
  }

  /** The elements of an access point's beacons or answers to probes, in hexadecimal digits. */
  async elementsOf(bssid: string): Promise<string> {
    return (await this.guest.run(`wpa_cli -p /run/wpa -i wlan${this.radio} bss ${bssid}`)).output;
  }

  /** The address that the DHCP server of its network leases to it. */
  async lease(): Promise<string> {
    const command = `udhcpc -n -q -f -i wlan${this.radio} -s /usr/lib/airfleet-air/lease.sh`;
    return eventually('a lease', async () => /^lease (\S+)$/m.exec((await this.run(command)).output)?.[1]);
  }

  /** Leases an address, and uses it and its router until it looks for a network again. */
  async takeLease(): Promise<Lease> {
    const command = `udhcpc -n -q -f -i wlan${this.radio} -s /usr/lib/airfleet-air/take-lease.sh`;
    const words = await eventually('a lease', async () => {
      return /^lease (.+)$/m.exec((await this.run(command)).output)?.[1]?.split(' ');
    });
    const [address = '', router = '', ...dns] = words;
    return { address, router, dns };
  }

  /** How many seconds it was without its network each time that it lost it and came back. */
  async absences(): Promise<number[]> {
    const events = (await this.said()).matchAll(/^([\d.]+): \S+ CTRL-EVENT-(DIS)?CONNECTED/gm);
    let lostAt: number | undefined;
    const absences: number[] = [];
    for (const [, time, isLoss] of events) {
      if (isLoss !== undefined) lostAt ??= Number(time);
      else if (lostAt !== undefined) {
        absences.push(Number(time) - lostAt);
        lostAt = undefined;
      }
    }
    return absences;
  }

  /** Ends the client, which leaves its network. */
  async leave(): Promise<void> {
    await this.guest.sh(`/usr/lib/airfleet-air/stop.sh /run/client-${this.radio}.pid`);
  }
}
