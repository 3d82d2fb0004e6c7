import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestDevice } from '../../fixtures/records/device.js';
import {
  issueDeviceCertificate,
  type Issued,
} from '../../../shared/ucentral/operations/issue-certificates.js';
import { ACCESS_POINT, SpeakingDevice, VALID, type Rpc, type UcentralSite } from './ucentral-site.js';

const CHATTER_MS = 100;
const RECONNECT_MS = 50;
const RESTART_MS = 100;

/** What an access point does by itself: it connects again when its connection ends, says how it is, and obeys. */
export class LivingDevice {
  /** The commands of all connections. */
  readonly commands: Rpc[] = [];
  /** How often a connection has ended that it has not ended itself. */
  lost = 0;
  firmware = '1.9.0';
  private freeKb = 1000;
  private uuid = 1;
  private reason = 'boot';
  private isLeaving = false;
  private isStopped = false;
  private ports: readonly number[] = [];
  private speaking: SpeakingDevice | null = null;
  private readonly chatter: NodeJS.Timeout;

  private constructor(
    readonly device: TestDevice,
    private readonly certificate: Issued,
    private readonly authority: string,
    private readonly versionOf: (url: string) => string,
  ) {
    this.chatter = setInterval(() => {
      if (this.isOpen) this.speaking?.notify('healthcheck', { sanity: 100 });
    }, CHATTER_MS);
  }

  /** A device that is not connected yet. @param versionOf the version of the file at a URL */
  static async make(
    site: UcentralSite,
    device: TestDevice,
    versionOf: (url: string) => string = () => '1.10.0',
  ): Promise<LivingDevice> {
    const certificate = await issueDeviceCertificate(site.authority, device.macId, VALID);
    const living = new LivingDevice(device, certificate, site.authority.certificate, versionOf);
    void living.live();
    return living;
  }

  get isOpen(): boolean {
    return this.speaking?.closedWith === null;
  }

  /** The numbers of the commands of a method, in order. */
  numbersOf(method: string): number[] {
    return this.commands.filter((sent) => sent.method === method).map(({ id }) => id);
  }

  /** Sends one state. @param freeKb free memory, a number by which the state is known again */
  say(freeKb: number): void {
    this.freeKb = freeKb;
    this.sayState();
  }

  /** Connects to one of the gateways from now on; to none while there are none. */
  follow(gateways: readonly { readonly devicePort: number | null }[]): void {
    this.ports = gateways.flatMap(({ devicePort }) => devicePort ?? []);
  }

  stop(): void {
    this.isStopped = true;
    clearInterval(this.chatter);
    this.speaking?.socket.terminate();
  }

  private async live(): Promise<void> {
    for (let attempt = 0; !this.isStopped; attempt += 1) {
      const port = this.ports[attempt % Math.max(1, this.ports.length)];
      const opened = port === undefined ? null : await this.open(port);
      if (opened) await this.converse(opened);
      await wait(RECONNECT_MS);
    }
  }

  private open(port: number): Promise<SpeakingDevice | null> {
    return SpeakingDevice.open(port, this.device.macId, this.certificate, this.authority).catch(() => null);
  }

  private async converse(speaking: SpeakingDevice): Promise<void> {
    if (speaking.closedWith !== null) return;
    const { socket } = speaking;
    this.speaking = speaking;
    socket.on('message', (data) => {
      void this.obey(speaking, JSON.parse((data as Buffer).toString('utf8')) as Rpc);
    });
    const ended = once(socket, 'close');
    speaking.connect(this.firmware, { uuid: this.uuid, reason: this.reason, capabilities: ACCESS_POINT });
    this.reason = 'socket';
    this.sayState();
    await ended;
    if (this.isLeaving) this.isLeaving = false;
    else this.lost += 1;
  }

  /** Ends the connection; it connects again at once. */
  leave(): void {
    this.isLeaving = this.isOpen;
    this.speaking?.socket.terminate();
  }

  private async obey(speaking: SpeakingDevice, command: Rpc): Promise<void> {
    this.commands.push(command);
    const { id, method, params } = command;
    if (method === 'configure') this.uuid = Number(params['uuid']);
    // An answer is lost when the connection has ended.
    if (speaking.closedWith === null) speaking.answer(id, 0, this.uuid);
    // Its network starts anew with another configuration, and all of it with another version.
    if (method !== 'upgrade' && method !== 'configure') return;
    await wait(RESTART_MS);
    if (method === 'upgrade') {
      this.firmware = this.versionOf(String(params['uri']));
      this.reason = method;
    }
    this.leave();
  }

  private sayState(): void {
    const { uuid, freeKb } = this;
    const state = { unit: { memory: { free: freeKb * 1024 } } };
    if (this.isOpen) this.speaking?.notify('state', { uuid, state });
  }
}
