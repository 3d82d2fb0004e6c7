import { spawn } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { agentToolsPath } from '../../dev/checks/agent-tools.js';
import { findProgram } from '../../stand-in/processes/find-program.js';
import { watchLog } from '../fixtures/log-watch.js';

export const AGENT = resolve('agent');
/** The shells of Debian and of OpenWrt. With BusyBox, its other programs replace those of the host, too. */
export const SHELLS = ['dash', 'busybox ash'] as const;
export type Shell = (typeof SHELLS)[number];

export interface AgentRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface BoxOptions {
  readonly shell?: Shell;
  readonly settings?: Readonly<Record<string, string>>;
  /** The files of the hardware, by radio; by default one radio of 2.4 GHz. */
  readonly radios?: Readonly<Record<string, string>>;
  /** The addresses of network interfaces, by name. */
  readonly interfaces?: Readonly<Record<string, string>>;
  /** A command that starts the agent. */
  readonly under?: readonly string[];
  /** Programs that the machine does not have. */
  readonly without?: readonly string[];
}

const RADIO = 'interface=wlan0\ndriver=nl80211\nhw_mode=g\nchannel=6\ncountry_code=DE\n';

/** Time passes only while the agent waits. */
const CLOCK = `# shellcheck shell=sh
. "${AGENT}/lib/clock.sh"
now_ms() { cat "$AIRFLEET_TEST_TIME"; }
pause() { now=$(now_ms) && echo $((now + $1 * 1000)) > "$AIRFLEET_TEST_TIME" && sleep 0.01; }
`;

let tools: Promise<string> | undefined;
const closed: string[] = [];

/** The PATH of the agent's programs. */
export function toolsPath(): Promise<string> {
  tools ??= agentToolsPath(process.env, () => undefined);
  return tools;
}

/** A machine with an agent: its settings, state and radios in a temporary folder, and its own time. */
export class AgentBox {
  readonly state: string;
  readonly radios: string;
  /** Added before the other folders of the PATH: programs in place of the real ones. */
  readonly programs: string;
  private hasOthers = true;

  private constructor(
    readonly folder: string,
    private readonly shell: Shell,
    private readonly tools: string,
    private readonly under: readonly string[],
  ) {
    this.state = join(folder, 'state');
    this.radios = join(folder, 'radios');
    this.programs = join(folder, 'programs');
  }

  static async make(options: BoxOptions): Promise<AgentBox> {
    const { shell = 'dash', settings = {}, radios = { radio0: RADIO }, under = [], without } = options;
    const { interfaces = {} } = options;
    const folder = await mkdtemp(join(tmpdir(), 'airfleet-agent-'));
    closed.push(folder);
    const box = new AgentBox(folder, shell, await toolsPath(), under);
    await Promise.all([box.state, box.radios, box.programs, join(folder, 'lib')].map((path) => mkdir(path)));
    for (const name of (await readdir(join(AGENT, 'lib'))).filter((file) => file !== 'clock.sh'))
      await symlink(join(AGENT, 'lib', name), join(folder, 'lib', name));
    await symlink(join(AGENT, 'backends'), join(folder, 'backends'));
    await writeFile(join(folder, 'lib/clock.sh'), CLOCK);
    await writeFile(join(folder, 'time'), '1000000\n');
    for (const [name, lines] of Object.entries(radios))
      await writeFile(join(box.radios, `${name}.radio`), lines);
    for (const [name, address] of Object.entries(interfaces)) await box.addInterface(name, { address });
    await box.configure(settings);
    if (shell === 'busybox ash') await box.#useBusyBox();
    if (without) await box.#keepOnly([...APPLETS, ...OTHERS].filter((name) => !without.includes(name)));
    return box;
  }

  async configure(settings: Readonly<Record<string, string>>): Promise<void> {
    const all = {
      KEY_FILE: join(this.folder, 'key'),
      STATE_DIR: this.state,
      RADIOS_DIR: this.radios,
      RELOAD: ':',
      ALLOW_HTTP: '1',
      ...settings,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(this.folder, 'agent.conf'), lines.join(''));
  }

  /** A network interface of the machine: of an address, of a radio that iw knows by a name, or a bridge. */
  async addInterface(
    name: string,
    { address, phy }: { readonly address?: string; readonly phy?: string },
  ): Promise<void> {
    const folder = join(this.folder, 'interfaces', name);
    if (phy !== undefined) {
      await mkdir(join(folder, 'phy80211'), { recursive: true });
      await writeFile(join(folder, 'phy80211/name'), `${phy}\n`);
      return;
    }
    await mkdir(address === undefined ? join(folder, 'bridge') : folder, { recursive: true });
    if (address !== undefined) await writeFile(join(folder, 'address'), `${address}\n`);
  }

  writeKey(key: string): Promise<void> {
    return writeFile(join(this.folder, 'key'), `${key}\n`);
  }

  /** Puts a script in place of a program. */
  async program(name: string, script: string): Promise<void> {
    await rm(join(this.programs, name), { force: true });
    await writeFile(join(this.programs, name), `#!/bin/sh\n${script}`, { mode: 0o755 });
  }

  /** Runs a command of the agent to its end. */
  run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<AgentRun> {
    return new Promise((done, failed) => {
      const [program = '', ...args] = [
        ...this.under,
        ...this.shell.split(' '),
        join(AGENT, 'airfleet-agent'),
        '-c',
        join(this.folder, 'agent.conf'),
        ...command,
      ];
      const child = spawn(program, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          AIRFLEET_STATE: this.state,
          PATH: this.hasOthers ? [this.programs, this.tools].join(delimiter) : this.programs,
          TMPDIR: this.folder,
          AIRFLEET_LIB: this.folder,
          AIRFLEET_INTERFACES: join(this.folder, 'interfaces'),
          AIRFLEET_RUN: join(this.folder, 'run'),
          AIRFLEET_VLANS: join(this.folder, 'vlans'),
          AIRFLEET_FORWARD: join(this.folder, 'forward'),
          AIRFLEET_TEST_TIME: join(this.folder, 'time'),
          ...env,
        },
      });
      const output = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const)
        child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
      child.once('error', failed);
      child.once('close', (code) => {
        watchLog(output.stderr);
        done({ code, ...output });
      });
    });
  }

  /** The process that holds the agent's lock. */
  pid(): number {
    return Number(readlinkSync(join(this.state, 'lock/owner')).split(':')[0]);
  }

  /** The agent's time, in milliseconds. */
  now(): number {
    return Number(readFileSync(join(this.folder, 'time'), 'utf8'));
  }

  once(env?: Readonly<Record<string, string>>): Promise<AgentRun> {
    return this.run(['once'], env);
  }

  /** A file below the folder; null if it does not exist. */
  read(name: string): Promise<string | null> {
    return readFile(join(this.folder, name), 'utf8').catch(() => null);
  }

  /** What runs on a radio. */
  conf(radio = 'radio0'): Promise<string | null> {
    return this.read(`radios/${radio}.conf`);
  }

  /** The path of a program that a script in its place can start. */
  async original(name: string): Promise<string> {
    if (this.shell === 'busybox ash' && APPLETS.includes(name))
      return `${(await findProgram(['busybox'], { PATH: this.tools })) ?? ''} ${name}`;
    return (await findProgram([name], { PATH: this.tools })) ?? name;
  }

  async #keepOnly(names: readonly string[]): Promise<void> {
    for (const name of names) await this.program(name, `exec ${await this.original(name)} "$@"\n`);
    this.hasOthers = false;
  }

  async #useBusyBox(): Promise<void> {
    const busybox = await findProgram(['busybox'], { PATH: this.tools });
    for (const applet of APPLETS) await symlink(busybox ?? '', join(this.programs, applet));
  }
}

/** The programs that the agent uses and that BusyBox has. */
const APPLETS =
  'basename cat chmod cmp cp cut date grep head ln ls mkdir mktemp mv od readlink rm sed sha256sum sh sleep sync tail tr wc'.split(
    ' ',
  );

/** The other programs that the agent or its shell needs. */
const OTHERS = ['busybox', 'curl', 'dash', 'hostapd', 'hostapd_cli', 'jq', 'wget'];

/** Removes the folders of all boxes. */
export async function removeBoxes(): Promise<void> {
  await Promise.all(closed.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
}
