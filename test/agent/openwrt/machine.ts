import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from './sections.mjs';
import type { AgentBox, AgentRun } from '../agent-box.js';

const RADIOS = { radio0: '2g', radio1: '5g', radio2: '6g' };
const PROGRAMS = resolve('test/agent/openwrt');
/** A machine with an uplink `wan` and a bridge of two ports. */
const NETWORK = `config device
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

`;
const FIREWALL = `config zone
	option name 'lan'
	list network 'lan'

config zone
	option name 'wan'
	list network 'wan'
	list network 'wan6'
	option masq '1'

`;
const SYSTEM = `config system
	option hostname 'OpenWrt'
	option timezone 'UTC'

`;

/** A machine with stand-ins for the programs of OpenWrt. */
export class OpenWrtMachine {
  readonly folder: string;

  private constructor(private readonly box: AgentBox) {
    this.folder = join(box.folder, 'machine');
  }

  static async make(box: AgentBox): Promise<OpenWrtMachine> {
    const machine = new OpenWrtMachine(box);
    for (const name of ['etc', 'services', 'dnsmasq', 'protocols', 'zoneinfo/Europe'])
      await mkdir(join(machine.folder, name), { recursive: true });
    const radios = Object.entries(RADIOS).map(
      ([name, band]) => `config wifi-device '${name}'\n\toption band '${band}'\n\n`,
    );
    const own = `config wifi-iface 'default_radio0'\n\toption device 'radio0'\n\toption ssid 'Own'\n\n`;
    const wireless = radios.join('') + own;
    await machine.write('etc/wireless', wireless);
    await machine.write('etc/network', NETWORK);
    await machine.write('etc/firewall', FIREWALL);
    await machine.write('etc/dhcp', '');
    await machine.write('etc/system', SYSTEM);
    await machine.settle();
    for (const name of ['uci', 'ubus']) await box.program(name, startOf(`${name}.mjs`));
    return machine;
  }

  /** Lets netifd run what is in the files. */
  async settle(): Promise<void> {
    const all = { wireless: await this.read('etc/wireless'), network: await this.read('etc/network') };
    await this.write('netifd.json', JSON.stringify({ at: 0, before: all, after: all }));
  }

  /** Installs dnsmasq and the firewall. */
  async addRouter(): Promise<void> {
    for (const name of ['dnsmasq', 'firewall', 'system']) {
      const script = `#!/bin/sh\n${startOf(`service.mjs ${name}`)}`;
      await writeFile(join(this.folder, 'services', name), script, { mode: 0o755 });
    }
    await this.box.program('dnsmasq', '');
    await this.box.program('fw4', '');
    await this.box.program('nft', `exec grep -qx "$5" ${this.folder}/zones\n`);
  }

  once(): Promise<AgentRun> {
    return this.run(['once']);
  }

  run(command: readonly string[]): Promise<AgentRun> {
    return this.box.run(command, {
      AIRFLEET_TEST_MACHINE: this.folder,
      AIRFLEET_ETC: join(this.folder, 'etc'),
      AIRFLEET_SERVICES: join(this.folder, 'services'),
      AIRFLEET_DNSMASQ: join(this.folder, 'dnsmasq'),
      AIRFLEET_PROTOCOLS: join(this.folder, 'protocols'),
      AIRFLEET_ZONES: join(this.folder, 'zoneinfo'),
    });
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.folder, name), text);
  }

  read(name: string): Promise<string> {
    return readFile(join(this.folder, name), 'utf8');
  }

  /** The options of one of the agent's sections; undefined without the section. */
  section(name: string): Promise<Record<string, string> | undefined> {
    return this.sectionOf('wireless', `airfleet_${name}`);
  }

  /** The sections of a file. */
  async sections(file: string): Promise<unknown[]> {
    return [...parse(await this.read(`etc/${file}`))].map(([name, options]) => [name, ...options]);
  }

  /** The sections of a file that are not the agent's. */
  async others(file: string): Promise<unknown[]> {
    const sections = parse(await this.read(`etc/${file}`));
    return [...sections].filter(([name]) => !name.startsWith('airfleet_')).map(([, options]) => [...options]);
  }

  /** The options of a section as `uci show` has them, with its type under the name `type`; undefined without the section. */
  async sectionOf(file: string, name: string): Promise<Record<string, string> | undefined> {
    const sections = parse(await this.read(`etc/${file}`));
    const options = sections.get(name);
    if (options === undefined) return undefined;
    const shown = [...options].map(([option, value]) => [
      option === '' ? 'type' : option,
      Array.isArray(value) ? value.join(' ') : value,
    ]);
    return Object.fromEntries(shown) as Record<string, string>;
  }
}

function startOf(program: string): string {
  return `exec ${process.execPath} ${PROGRAMS}/${program} "$@"\n`;
}
