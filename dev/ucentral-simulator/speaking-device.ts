import { connect, type SecureContext } from 'node:tls';
import { deflateSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { compactMac } from '../../shared/platform/values/mac.js';
import { connectParams, isSwitch, stateParams, type SpeakingSpec } from './device-frames.js';
import type { Place } from './place.js';

interface Rpc {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly uri?: string; readonly uuid?: number };
}

const INSTALL_MS = 5000;
const RESTART_MS = 4000;
const CONFIGURE_MS = 3000;
/** A device that has cut itself off starts anew after six minutes. */
const RECOVERY_MS = 360_000;
/** Within this time after a refusal, what ran before is sent again. */
const RESTORED_WITHIN_S = 30;
/** Longer parameters are sent compressed. */
const COMPRESSED_FROM = 2048;

/** A simulated device, which keeps a connection to the gateway and carries out its commands. */
export class SpeakingDevice {
  private socket: WebSocket | null = null;
  private timers: NodeJS.Timeout[] = [];
  private states: NodeJS.Timeout | undefined;
  private startedAt = Date.now();
  /** The configuration that it runs; 1: the one that it was made with. */
  private uuid = 1;
  private isStopped = false;
  /** The last configuration that it has refused. */
  private refused = 0;
  /** Connections that did not open. */
  private misses = 0;

  /** @param identity its certificate and key, and the authority of the gateway */
  constructor(
    private readonly spec: SpeakingSpec,
    private readonly identity: SecureContext,
    private readonly place: Place,
    private firmware: string,
  ) {}

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  start(reason = 'boot'): void {
    if (this.isStopped) return;
    const socket = this.open();
    let hasOpened = false;
    this.socket = socket;
    socket.on('open', () => {
      hasOpened = true;
      this.notify('connect', connectParams(this.spec, this.firmware, this.uuid, reason));
      this.sendState();
      this.states = setInterval(() => {
        this.sendState();
      }, this.place.pace.state);
    });
    socket.on('message', (data) => {
      this.obey(JSON.parse((data as Buffer).toString('utf8')) as Rpc);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(this.states);
      if (!hasOpened) this.misses += 1;
      if (this.socket !== socket) return;
      this.socket = null;
      this.after(this.place.pace.reconnect, () => {
        this.start(hasOpened ? 'socket' : reason);
      });
    });
  }

  /** Loses its connection without a word. */
  cut(): void {
    this.socket?.terminate();
  }

  stop(): void {
    this.isStopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    clearInterval(this.states);
    this.socket?.terminate();
  }

  private open(): WebSocket {
    const { urls } = this.place;
    const url = new URL(urls[this.misses % urls.length] ?? '');
    const to = { host: url.hostname, port: Number(url.port), localAddress: this.spec.address };
    // The context is made once: a new one for each attempt would cost more than the rest of it.
    const createConnection = () => connect({ ...to, secureContext: this.identity });
    return new WebSocket(url, 'ucentral-broker', { createConnection });
  }

  private obey({ id, method, params }: Rpc): void {
    if (method === 'upgrade') this.upgrade(id, params.uri ?? '');
    else if (method === 'configure' && !isSwitch(this.spec)) this.configure(id, params.uuid ?? 0);
    else if (method === 'reboot') {
      this.answer(id, 0);
      this.restart('reboot', this.firmware);
    } else if (method === 'ping' || method === 'leds' || isSwitch(this.spec)) this.answer(id, 0);
  }

  /** The next configuration after one that it has refused is the one that it runs. */
  private configure(id: number, uuid: number): void {
    const { configures } = this.spec;
    const isNew = this.refused === 0 || uuid > this.refused + RESTORED_WITHIN_S;
    this.after(CONFIGURE_MS, () => {
      if (configures === 'refuses' && isNew) {
        this.refused = uuid;
        this.answer(id, 2, uuid, ['[E] (In /interfaces/0/ssids/0/name) Value must be of another kind']);
        return;
      }
      this.uuid = uuid;
      if (configures === 'cut_off' && isNew) {
        this.refused = uuid;
        this.restart('recovery', this.firmware, RECOVERY_MS);
      } else if (configures === 'partly')
        this.answer(id, 1, uuid, ['[W] (In /radios/0) Selected radio does not support the channel']);
      else this.answer(id, 0, uuid);
      this.sendState();
    });
  }

  private upgrade(id: number, url: string): void {
    this.place.onUpgrade?.(this.spec.macId);
    const version = this.place.versionOf(url);
    if (isSwitch(this.spec)) {
      this.answer(id, 0);
      this.announce('download', 50);
    }
    this.after(this.place.pace.download, () => {
      if (version === null) {
        if (isSwitch(this.spec)) this.announce('fail', null);
        else this.answer(id, 2);
        return;
      }
      if (isSwitch(this.spec)) this.announce('install', null);
      else this.answer(id, 0);
      this.after(INSTALL_MS, () => {
        this.restart('upgrade', version);
      });
    });
  }

  private restart(reason: string, firmware: string, ms = RESTART_MS): void {
    const { socket } = this;
    this.socket = null;
    socket?.close();
    this.after(ms, () => {
      this.startedAt = Date.now();
      this.firmware = firmware;
      this.place.onVersion(this.spec.macId, firmware);
      this.start(reason);
    });
  }

  private announce(operation: string, percentage: number | null): void {
    const payload = { operation, ...(percentage === null ? {} : { percentage }) };
    const event = [Math.floor(Date.now() / 1000), { type: 'firmware_upgrade_status', payload }];
    this.notify('event', { data: { event } });
  }

  private sendState(): void {
    const uptimeS = Math.floor((Date.now() - this.startedAt) / 1000);
    this.notify('state', stateParams(this.spec, this.uuid, uptimeS));
  }

  private notify(method: string, fields: object): void {
    const params = { serial: compactMac(this.spec.macId), ...fields };
    const text = JSON.stringify(params);
    const isLong = method === 'state' && text.length > COMPRESSED_FROM;
    const packed = { compress_64: deflateSync(text).toString('base64'), compress_sz: text.length };
    this.send({ jsonrpc: '2.0', method, params: isLong ? packed : params });
  }

  private answer(id: number, error: number, uuid = this.uuid, rejected?: readonly string[]): void {
    const status = { error, text: error === 0 ? 'Success' : 'Failed', rejected };
    this.send({ jsonrpc: '2.0', id, result: { serial: compactMac(this.spec.macId), uuid, status } });
  }

  private send(message: object): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
  }

  private after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.timers = this.timers.filter((other) => other !== timer);
      act();
    }, ms);
    this.timers.push(timer);
  }
}
