import type { WebSocket } from 'ws';
import type { Frame } from '../../shared/ucentral/domain/frame.js';
import { advance, nextTickAt } from '../../shared/ucentral/domain/session.js';
import { openSession, type Session } from '../../shared/ucentral/domain/session-state.js';
import type {
  BeatFields,
  Command,
  Effect,
  SessionEvent,
} from '../../shared/ucentral/domain/session-events.js';
import type { Sending } from '../../shared/ucentral/domain/config-turn.js';
import { beginSession } from '../../shared/ucentral/operations/begin-session.js';
import { noteReplaced } from '../../shared/ucentral/operations/note-replaced.js';
import type { GatewayDeps } from '../deps.js';
import type { Admission } from '../door/admit-device.js';
import { DeviceRecord } from './device-record.js';
import { DeviceSocket } from './device-socket.js';
import { fetchDocument } from './fetch-document.js';
import { FrameReader } from './frame-reader.js';

const LONGEST_TIMER_MS = 60_000;
const GOING_AWAY = 1001;
const POLICY = 1008;

/** Why a connection ends. */
export type CloseReason =
  | 'device'
  | 'drain'
  | 'revoked'
  | 'displaced'
  | 'removed'
  | 'other_authority'
  | 'no_connect'
  | 'silent'
  | 'overflow'
  | 'store';

/** One connected device: feeds its messages and the time to its session, and carries out what the session asks for. */
export class DeviceConnection {
  private session: Session = openSession(Date.now());
  /** The number of the session; 0 before the device has sent `connect`. */
  private number = 0;
  /** Null before the device has sent `connect`. */
  private record: DeviceRecord | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  private readonly sender: DeviceSocket;

  constructor(
    private readonly deps: GatewayDeps,
    private readonly socket: WebSocket,
    readonly admission: Admission,
    private readonly address: string,
    private readonly onClose: (connection: DeviceConnection) => void,
  ) {
    this.sender = new DeviceSocket(socket, this.macId, () => {
      this.close('overflow');
    });
    const reader = new FrameReader(this.macId, {
      take: (frame) => this.take(frame),
      count: (outcome) => {
        deps.gatewayMetrics.frames.inc({ outcome });
      },
      fail: (reason, error) => {
        if (error !== null) deps.log.error({ err: error, macId: this.macId }, 'A message of a device failed');
        this.close(reason);
      },
    });
    socket.on('message', (data, isBinary) => {
      if (!this.isClosed) reader.receive(data, isBinary);
    });
    socket.on('pong', () => {
      this.happen({ kind: 'pong' });
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.end('device');
    });
    this.schedule();
  }

  get macId(): string {
    return this.admission.device.macId;
  }

  /** The health that the device reports, per cent. */
  get sanity(): number {
    return this.session.sanity;
  }

  /** The device has come to another network, or is gone. */
  heedAssignment(): void {
    this.happen({ kind: 'assigned' });
  }

  close(reason: CloseReason): void {
    const code = reason === 'drain' ? GOING_AWAY : POLICY;
    this.socket.close(code);
    // A device that does not answer the closing is cut off.
    if (reason === 'silent' || reason === 'overflow') this.socket.terminate();
    this.end(reason);
  }

  private end(reason: CloseReason): void {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.timer);
    this.deps.gatewayMetrics.closes.inc({ reason });
    this.onClose(this);
  }

  private async take(frame: Frame): Promise<void> {
    if (this.isClosed) return;
    if (frame.kind === 'connect') await this.connect(frame);
    else this.happen({ kind: 'frame', frame });
    // The next message is read when what this one changes is saved, so that a device waits for the store.
    await this.record?.settled();
  }

  private async connect(frame: Extract<Frame, { kind: 'connect' }>): Promise<void> {
    const { admission, deps } = this;
    const begun = await beginSession(deps, admission.device, frame, {
      address: this.address,
      authority: admission.identity.authority,
      certificateEndsAt: admission.identity.validTo,
      gateway: deps.gateway,
    });
    if (this.isClosed) return;
    if (!begun) {
      this.close('other_authority');
      return;
    }
    this.number = begun.session;
    const { organisationId, deviceId } = admission.device;
    this.record = new DeviceRecord(deps, { organisationId, deviceId, session: begun.session });
    this.happen({ kind: 'connected', frame, resumed: begun.resumed });
  }

  private happen(event: SessionEvent): void {
    if (this.isClosed) return;
    const rules = { intervalMs: this.deps.env.heartbeatIntervalS * 1000, chance: this.deps.random() };
    const [session, effects] = advance(this.session, event, Date.now(), rules);
    this.session = session;
    for (const effect of effects) void this.carryOut(effect);
    this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.isClosed) return;
    const intervalMs = this.deps.env.heartbeatIntervalS * 1000;
    const wait = nextTickAt(this.session, { intervalMs }) - Date.now();
    this.timer = setTimeout(
      () => {
        this.happen({ kind: 'tick' });
      },
      Math.min(LONGEST_TIMER_MS, Math.max(1, wait)),
    );
  }

  private async carryOut(effect: Effect): Promise<void> {
    try {
      switch (effect.kind) {
        case 'ping':
          this.sender.ping();
          return;
        case 'heartbeat':
          await this.sendHeartbeat(effect.beat);
          return;
        case 'saveUpgrade':
          await this.owns((record, nextRpcId) => record.saveUpgrade(effect.upgrade, nextRpcId));
          return;
        case 'command':
        case 'orderUpgrade':
          if (await this.owns((record, nextRpcId) => record.saveUpgrade(effect.upgrade, nextRpcId)))
            await this.send(effect.command);
          return;
        case 'fetch':
          await this.fetch(effect.runs);
          return;
        case 'saveConfig':
          if (await this.owns((record, nextRpcId) => record.saveConfig(effect, nextRpcId)))
            await this.command(effect.sending);
          return;
        case 'close':
          await this.closeFor(effect.reason);
      }
    } catch (error) {
      this.deps.log.warn({ err: error, macId: this.macId }, 'A step of a device was not stored');
      this.close('store');
    }
  }

  private async sendHeartbeat(beat: BeatFields): Promise<void> {
    const { deps, admission, number: session } = this;
    const { macId, organisationId, deviceId } = admission.device;
    const result = await deps.heartbeats
      .record({
        macId,
        ref: { organisationId, deviceId },
        at: deps.now(),
        publicIp: this.address,
        session,
        ...beat,
      })
      .catch(() => null);
    deps.heartbeatCounter.answered(result === null);
    if (result === null) this.happen({ kind: 'unanswered', measured: beat.measured });
    else if ('refused' in result) this.happen({ kind: 'removed' });
    else if (result.isDisplaced) await this.leaveToNewer();
    else {
      const fetch = result.configuration?.fetch === true;
      const { order, command: asked } = result;
      this.happen({ kind: 'answered', order, reported: beat.report, fetch, asked });
    }
  }

  private async fetch(runs: string | null): Promise<void> {
    const document = await fetchDocument(this.deps, this.admission.device, runs);
    this.happen({ kind: 'fetched', document });
  }

  /** Ends the connection; the record of a device that is in no inventory any more goes with it. */
  private async closeFor(reason: Extract<Effect, { kind: 'close' }>['reason']): Promise<void> {
    if (reason === 'removed') {
      const { organisationId, deviceId } = this.admission.device;
      await this.deps.stores.ucentralDevices.forget({ organisationId, deviceId, session: this.number });
      await this.deps.failpoint('device-forgotten');
    }
    this.close(reason);
  }

  /** Saves. False when another connection owns the device. */
  private async owns(save: (record: DeviceRecord, nextRpcId: number) => Promise<boolean>): Promise<boolean> {
    const isOwner = this.record !== null && (await save(this.record, this.session.nextRpcId));
    if (!isOwner) await this.leaveToNewer();
    return isOwner && !this.isClosed;
  }

  /** Another connection owns the device. */
  private async leaveToNewer(): Promise<void> {
    if (this.isClosed) return;
    this.close('displaced');
    await noteReplaced(this.deps, this.admission.device, this.address);
  }

  private async command(sending: Sending | null): Promise<void> {
    const { record, session } = this;
    if (!sending || !record || !session.device) return;
    const command = await record.commandOf(sending, this.macId, session.device.capabilities);
    if (!this.isClosed) await this.send(command);
  }

  private async send(command: Command): Promise<void> {
    await this.sender.send(command);
    await this.deps.failpoint('command-sent');
  }
}
