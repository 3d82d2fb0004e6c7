import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../fixtures/eventually.js';
import { DeviceRoot, STAND_INS } from './device-root.js';

/** The longest wait for the agent: its retries are up to 15 seconds apart. */
const PATIENCE_MS = 400_000;
/** The bit of SIGUSR1 in the masks of /proc. */
const USR1 = 1n << 9n;
/** The longest time that a step may take the agent, instead of OpenWrt's standard. */
const HASTE = { registration_interval: '2', bootup_delay: '0', post_reload_delay: '1', test_retries: '2' };

/** What the start script of openwisp-config calls the options of UCI. */
function flagOf(option: string): string {
  return option === 'registration_interval' ? `--${option}` : `--${option.replaceAll('_', '-')}`;
}

function setting(name: string): string {
  const value = process.env[`AIRFLEET_OPENWISP_${name}`];
  if (value === undefined) throw new Error('Start these steps with npm run conformance -- openwisp PATH');
  return value;
}

/** A device with the agent of a checkout of openwisp-config. */
export class RealAgent {
  private child: ChildProcess | undefined;

  private constructor(readonly root: DeviceRoot) {}

  static async make(device: { mac: string; model: string }): Promise<RealAgent> {
    return new RealAgent(await DeviceRoot.make(setting('FILES'), device));
  }

  /** Sets where the service is, as a person does who moves the device. */
  configure(options: { url: string; shared_secret: string }): Promise<void> {
    return this.root.configure({ ...options, ...HASTE });
  }

  /** Starts the agent, as OpenWrt does, with the options that the device has. */
  async start(): Promise<void> {
    const options = Object.entries(await this.root.options()).filter(([, value]) => value !== '');
    const args = options.flatMap(([name, value]) => [flagOf(name), value]);
    const start = [join(STAND_INS, 'start'), this.root.folder, setting('PROGRAMS')];
    const errors = await open(this.root.errors, 'a');
    this.child = spawn(
      'unshare',
      [setting('NAMESPACE'), ...start, '/usr/bin/sh', '/usr/sbin/openwisp-config', ...args],
      { detached: true, stdio: ['ignore', 'ignore', errors.fd] },
    );
    await errors.close();
  }

  /** Ends the agent and its programs at once. */
  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child?.pid === undefined) return;
    const ended = child.exitCode === null ? once(child, 'exit') : null;
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }

  /** How often the log of the device has the text. */
  async count(text: string): Promise<number> {
    return (await this.root.log()).split(text).length - 1;
  }

  /** Waits until the log of the device has the text once more than `before`. */
  async says(text: string, before = 0): Promise<void> {
    await eventually(
      `the agent says ${text}`,
      async () => {
        if (this.child?.exitCode !== null) throw new Error(`The agent has ended instead of saying ${text}`);
        return (await this.count(text)) > before;
      },
      PATIENCE_MS,
    );
  }

  /** Does something, and waits until the log of the device has the text once more. */
  async saysAfter(text: string, act: () => Promise<void>): Promise<void> {
    const before = await this.count(text);
    await act();
    await this.says(text, before);
  }

  /** Lets the agent ask now, instead of two minutes after it has asked last. */
  async poll(): Promise<void> {
    await this.#asleep();
    this.child?.kill('SIGUSR1');
  }

  /** Lets the agent ask and download now, whatever it has. */
  async force(): Promise<void> {
    await this.#asleep();
    this.child?.kill('SIGUSR2');
  }

  /** Waits until the agent has asked, and has nothing more to do. */
  async cycle(): Promise<void> {
    await this.saysAfter('event: end-of-cycle', () => this.poll());
  }

  /** The agent takes signals only while it sleeps. */
  async #asleep(): Promise<void> {
    const { pid } = this.child ?? {};
    await eventually(
      'the agent sleeps',
      async () => {
        const status = await readFile(`/proc/${pid}/status`, 'utf8');
        const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0';
        return (BigInt(`0x${caught}`) & USR1) !== 0n;
      },
      PATIENCE_MS,
    );
  }
}
