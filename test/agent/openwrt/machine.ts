import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AgentBox, AgentRun } from '../agent-box.js';

const RADIOS = { radio0: '2g', radio1: '5g', radio2: '6g' };
const PROGRAMS = resolve('test/agent/openwrt');

/** A machine with stand-ins for the programs of OpenWrt. */
export class OpenWrtMachine {
  readonly folder: string;

  private constructor(private readonly box: AgentBox) {
    this.folder = join(box.folder, 'machine');
  }

  static async make(box: AgentBox): Promise<OpenWrtMachine> {
    const machine = new OpenWrtMachine(box);
    await mkdir(join(machine.folder, 'etc'), { recursive: true });
    const radios = Object.entries(RADIOS).map(
      ([name, band]) => `config wifi-device '${name}'\n\toption band '${band}'\n\n`,
    );
    const own = `config wifi-iface 'default_radio0'\n\toption device 'radio0'\n\toption ssid 'Own'\n`;
    const wireless = radios.join('') + own;
    await machine.write('etc/wireless', wireless);
    await machine.write('netifd.json', JSON.stringify({ at: 0, before: wireless, after: wireless }));
    await machine.write('etc/network', `config interface 'vlan20'\n`);
    for (const name of ['uci', 'ubus'])
      await box.program(name, `exec ${process.execPath} ${PROGRAMS}/${name}.mjs "$@"\n`);
    return machine;
  }

  once(): Promise<AgentRun> {
    return this.run(['once']);
  }

  run(command: readonly string[]): Promise<AgentRun> {
    return this.box.run(command, {
      AIRFLEET_TEST_MACHINE: this.folder,
      AIRFLEET_ETC: join(this.folder, 'etc'),
    });
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.folder, name), text);
  }

  read(name: string): Promise<string> {
    return readFile(join(this.folder, name), 'utf8');
  }

  /** The options of one of the agent's sections; undefined without the section. */
  async section(name: string): Promise<Record<string, string> | undefined> {
    const parts = (await this.read('etc/wireless')).split(/^config /m);
    const found = parts.find((part) => part.startsWith(`wifi-iface 'airfleet_${name}'`));
    const options = found?.matchAll(/^\toption (\S+) '(.*)'$/gm);
    if (options === undefined) return undefined;
    return Object.fromEntries([...options].map(([, option = '', value = '']) => [option, value]));
  }
}
