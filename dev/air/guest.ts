import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { supervise, type Supervised } from '../../stand-in/processes/supervise.js';
import { Channel, type CommandResult } from './channel.js';
import { checkoutFiles, imageOf } from './image.js';
import { installAir } from './packages.js';

/** Without them a program takes two to three times as long to start in an emulated processor. */
const KERNEL_OPTIONS = 'quiet norandmaps nokaslr mitigations=off panic=-1 console=ttyS0';
const LAST_LINES = 20;

/** Where the guest reaches the loopback address of the host. */
export const HOST = '10.0.2.2';

/**
 * A machine with simulated radios that runs this checkout's agent, emulated without help of the host's processor or of
 * its root. It ends with this process.
 */
export class Guest {
  private constructor(
    private readonly folder: string,
    private readonly machine: Supervised,
    private readonly channel: Channel,
    /** The seconds from its kernel's start until it ran commands. */
    readonly bootedIn: number,
  ) {}

  static async boot(env: NodeJS.ProcessEnv, log: (line: string) => void): Promise<Guest> {
    const root = await installAir({ env, log });
    const [image, checkout] = await Promise.all([imageOf(root, env), checkoutFiles()]);
    const folder = await mkdtemp(join(tmpdir(), 'airfleet-air-'));
    const initramfs = join(folder, 'initramfs');
    await writeFile(initramfs, Buffer.concat([image.base, checkout]));
    const control = join(folder, 'control');
    const machine = await supervise({
      name: 'guest',
      command: join(root, 'usr/bin/qemu-system-x86_64'),
      args: [
        ...['-L', join(root, 'usr/share/qemu'), '-L', join(root, 'usr/share/seabios')],
        ...['-accel', 'tcg', '-cpu', 'Nehalem-v1,+rdrand', '-m', '512', '-nodefaults', '-no-user-config'],
        ...['-display', 'none', '-no-reboot', '-serial', `file:${join(folder, 'console')}`],
        ...['-kernel', image.kernel, '-initrd', initramfs, '-append', KERNEL_OPTIONS],
        ...['-netdev', 'user,id=host', '-device', 'virtio-net-pci,netdev=host,romfile='],
        // It does not start before the channel is open, so that nothing is lost.
        ...['-chardev', `socket,id=control,path=${control},server=on,wait=on`],
        ...['-device', 'virtio-serial-pci', '-device', 'virtserialport,chardev=control,name=control'],
      ],
      env: { ...env, QEMU_MODULE_DIR: join(root, 'usr/lib/x86_64-linux-gnu/qemu') },
      stopSignal: 'SIGTERM',
      pidFile: join(folder, 'pid'),
      logFile: join(folder, 'log'),
    });
    try {
      const channel = await Channel.open(control, () => machine.exited);
      const { output } = await channel.ready;
      const guest = new Guest(folder, machine, channel, Number(output));
      log(`The machine with radios runs commands ${guest.bootedIn} s after its kernel's start`);
      return guest;
    } catch (error) {
      const said = await lastLines(folder);
      await machine.kill();
      throw new Error(`The guest did not start:\n${said}`, { cause: error });
    }
  }

  /** Runs a command of the shell to its end, as root. Commands run beside each other. */
  async run(command: string): Promise<CommandResult> {
    try {
      return await this.channel.run(command);
    } catch (error) {
      throw new Error(`The guest has ended:\n${await lastLines(this.folder)}`, { cause: error });
    }
  }

  /** Runs a command that must succeed, and returns what it printed. */
  async sh(command: string): Promise<string> {
    const { code, output } = await this.run(command);
    if (code !== 0) throw new Error(`In the guest, this failed with ${code}:\n${command}\n${output}`);
    return output;
  }

  async write(path: string, text: string): Promise<void> {
    await this.sh(`base64 -d > '${path}' << END\n${Buffer.from(text).toString('base64')}\nEND`);
  }

  async stop(): Promise<void> {
    this.channel.close();
    await this.machine.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The end of what the machine and its kernel have said. */
async function lastLines(folder: string): Promise<string> {
  const texts = await Promise.all(
    ['log', 'console'].map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
  );
  return texts.join('').trimEnd().split('\n').slice(-LAST_LINES).join('\n');
}
