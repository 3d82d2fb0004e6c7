import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sectionsOf } from '../mapped-sections.js';

/** The stand-ins for the programs of OpenWrt. */
export const STAND_INS = resolve('test/openwisp/device');

const PROGRAMS = [
  ...['uci', 'ubus', 'ifconfig', 'logger', 'logread', 'hotplug-call', 'sysupgrade', 'tar'],
] as const;

/** What a device with two radios has in /etc/config when it leaves its box. */
const CONFIG = {
  system: `config system\n\toption hostname 'OpenWrt'\n\toption timezone 'UTC'\n`,
  network: `config device
	option name 'br-lan'
	option type 'bridge'
	list ports 'lan1'
	list ports 'lan2'

config interface 'lan'
	option device 'br-lan'
	option proto 'static'
	option ipaddr '192.168.1.1'

config interface 'wan'
	option device 'eth1'
	option proto 'dhcp'
`,
  firewall: `config zone\n\toption name 'lan'\n\tlist network 'lan'\n\nconfig zone\n\toption name 'wan'\n\tlist network 'wan'\n`,
  dhcp: `config dnsmasq\n\toption domain 'lan'\n`,
  wireless: `config wifi-device 'radio0'
	option type 'mac80211'
	option band '5g'
	option channel '36'

config wifi-device 'radio1'
	option type 'mac80211'
	option band '2g'
	option channel '1'

config wifi-iface 'default_radio0'
	option device 'radio0'
	option network 'lan'
	option mode 'ap'
	option ssid 'OpenWrt'
	option encryption 'none'
`,
} as const;
type File = keyof typeof CONFIG | 'openwisp';

/** The root of a device that runs openwisp-config, in a temporary folder. */
export class DeviceRoot {
  private constructor(readonly folder: string) {}

  /** @param files the folder of that name in openwisp-config */
  static async make(files: string, device: { mac: string; model: string }): Promise<DeviceRoot> {
    const root = new DeviceRoot(await mkdtemp(join(tmpdir(), 'airfleet-openwisp-')));
    const { folder } = root;
    for (const name of ['dev', 'etc/config', 'etc/openwisp', 'tmp/sysinfo', 'usr', 'var/run', 'programs'])
      await mkdir(join(folder, name), { recursive: true });
    for (const name of ['bin', 'sbin', 'lib', 'lib64']) await symlink(`usr/${name}`, join(folder, name));
    await cp(join(files, 'lib'), join(folder, 'lua'), { recursive: true });
    await cp(join(STAND_INS, 'uci.lua'), join(folder, 'lua/uci.lua'));
    for (const name of PROGRAMS) await root.#addProgram(name, join(STAND_INS, name));
    await root.#addProgram('openwisp-config', join(files, 'openwisp.agent'));
    for (const name of await readdir(join(files, 'sbin')))
      await root.#addProgram(name.replace(/\.lua$/, ''), join(files, 'sbin', name));
    await writeFile(join(folder, 'etc/mac'), `${device.mac}\n`);
    await writeFile(join(folder, 'tmp/sysinfo/model'), `${device.model}\n`);
    await writeFile(join(folder, 'tmp/messages'), '');
    for (const [name, text] of Object.entries(CONFIG)) await writeFile(root.#config(name), text);
    return root;
  }

  /** Sets the options of openwisp-config, as a person does. */
  async configure(options: Readonly<Record<string, string>>): Promise<void> {
    const lines = Object.entries(options).map(([name, value]) => `\toption ${name} '${value}'\n`);
    await writeFile(this.#config('openwisp'), `config controller 'http'\n${lines.join('')}`);
  }

  /** The sections of a file in /etc/config, by name. */
  async sections(file: File): Promise<ReturnType<typeof sectionsOf>> {
    return sectionsOf(await readFile(this.#config(file), 'utf8'));
  }

  /** The options of openwisp-config. */
  async options(): Promise<Readonly<Record<string, string>>> {
    const { options = {} } = (await this.sections('openwisp')).get('http') ?? {};
    return options as Record<string, string>;
  }

  /** The log of the device. */
  log(): Promise<string> {
    return readFile(join(this.folder, 'tmp/messages'), 'utf8');
  }

  /** The file of what the agent and its programs write as errors. */
  get errors(): string {
    return join(this.folder, 'tmp/errors');
  }

  /** What a loss of power leaves is on the flash: /tmp is in memory. */
  losePower(): Promise<void> {
    return rm(join(this.folder, 'tmp/openwisp'), { recursive: true, force: true });
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  #config(name: string): string {
    return join(this.folder, 'etc/config', name);
  }

  #addProgram(name: string, from: string): Promise<void> {
    return cp(from, join(this.folder, 'programs', name));
  }
}
