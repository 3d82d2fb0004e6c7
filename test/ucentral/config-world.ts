import type { UcentralConfig } from '../../shared/ucentral/domain/config/ucentral-config.js';
import { NOTHING_SAVED, type SavedTrack } from '../../shared/ucentral/domain/config-track.js';
import type { Sending } from '../../shared/ucentral/domain/config-turn.js';
import type { Frame } from '../../shared/ucentral/domain/frame.js';
import { advance, nextTickAt } from '../../shared/ucentral/domain/session.js';
import type { BeatFields, Effect, SessionEvent } from '../../shared/ucentral/domain/session-events.js';
import { openSession, type Session } from '../../shared/ucentral/domain/session-state.js';
import { emptyConfig, hashOfConfig, toConfig } from '../../shared/ucentral/domain/to-config.js';
import { documentWith, DUAL_BAND, wirelessEntry } from '../../dev/conformance/ucentral-cases.js';

const SERIAL = '02005e100001';
const RULES = { intervalMs: 60_000, chance: 0.5 };
const CAPABILITIES = {
  country: 'DE',
  wifi: { 'soc/a': { band: ['5G'], channels: [36], htmode: ['HE80'] } },
};
const FIRST_UUID = 1;
const PERMANENT = new Set(['invalid', 'apply', 'lost_service', 'interrupted']);

/** What the device does with a configuration. */
export type Behaviour =
  | 'applies'
  | 'partly'
  | 'refuses'
  | 'no_space'
  | 'unreadable'
  | 'silent'
  /** It has not got it. */
  | 'deaf'
  | 'goes_back'
  | 'cut_off';

type Bare<F> = F extends Frame ? Omit<F, 'serial'> : never;

/** Keeps its newest configuration and that which it runs, as access points do. */
class ModelDevice {
  activeUuid = FIRST_UUID;
  active: string | null = null;
  newestUuid = FIRST_UUID;
  /** Results that it has not sent. */
  readonly results: Bare<Extract<Frame, { kind: 'result' }>>[] = [];

  take(id: number, uuid: number, hash: string, behaviour: Behaviour): void {
    const result = (error: number, of: number, rejected: readonly string[] = [], as = id) => {
      this.results.push({ kind: 'result', id: as, uuid: of, error, rejected });
    };
    if (behaviour === 'deaf') return;
    if (behaviour === 'no_space') {
      result(1, 0);
      return;
    }
    this.newestUuid = uuid;
    if (behaviour === 'refuses') result(2, uuid, ['[E] (In /interfaces/0/ssids/0/name) Value must be']);
    else if (behaviour === 'unreadable') result(2, 0, [], Math.max(this.activeUuid, 1_000_000_001));
    else if (behaviour === 'goes_back') result(0, uuid);
    else {
      this.activeUuid = uuid;
      this.active = hash;
      if (behaviour === 'partly') result(1, uuid, ['[W] (In /interfaces/0/ssids/0) cannot']);
      else if (behaviour === 'applies') result(0, uuid);
    }
  }

  reset(): void {
    this.activeUuid = FIRST_UUID;
    this.active = null;
    this.newestUuid = FIRST_UUID;
  }
}

/** A device, its gateways one after the other, and the service as far as a configuration needs it. */
export class ConfigWorld {
  now = 1_800_000_000_000;
  readonly device = new ModelDevice();
  session: Session | null = null;
  record: SavedTrack = NOTHING_SAVED;
  runningConfig: UcentralConfig | null = null;
  nextRpcId = 1;
  gateway = 1;
  wanted = 1;
  behaviour: Behaviour = 'applies';
  /** The revision whose configuration every document becomes; null: each becomes another one. */
  sameAs: string | null = null;
  /** Where the gateway dies next. */
  dies: 'before_save' | 'before_send' | null = null;
  readonly sent: (Sending & { readonly at: number })[] = [];
  readonly beats: BeatFields[] = [];
  private refused: string | null = null;
  private reported: BeatFields['configuration'] = null;
  private isFetched = 0;

  get revision(): string {
    return `r${this.wanted}`;
  }

  connect(reason = 'socket'): void {
    if (this.session) return;
    this.session = openSession(this.now);
    const { activeUuid: uuid } = this.device;
    const frame = { kind: 'connect', serial: SERIAL, uuid, firmware: 'v1', reason } as const;
    const resumed = {
      upgrade: null,
      config: this.record,
      nextRpcId: this.nextRpcId,
      gateway: `g${this.gateway}`,
    };
    this.happen({ kind: 'connected', frame: { ...frame, capabilities: CAPABILITIES }, resumed });
  }

  disconnect(): void {
    this.session = null;
  }

  restart(): void {
    this.session = null;
    this.gateway += 1;
  }

  /** The device sends its oldest result, once or again. */
  deliver(again = false): void {
    const [result] = this.device.results;
    if (!result) return;
    if (this.session) this.frame(result);
    if (!again) this.device.results.shift();
  }

  say(kind: 'state' | 'ping'): void {
    const { activeUuid, newestUuid } = this.device;
    if (kind === 'state') this.frame({ kind, uuid: activeUuid, state: {} });
    else this.frame({ kind, uuid: newestUuid, active: activeUuid });
  }

  /** Lets time pass; the device answers pings and sends a state each minute. */
  wait(ms: number): void {
    const end = this.now + ms;
    let stateAt = this.now + 60_000;
    while (this.now < end) {
      const next = this.session ? Math.max(this.now + 1, nextTickAt(this.session, RULES)) : end;
      this.now = Math.min(end, next, stateAt);
      if (this.now >= stateAt) {
        stateAt += 60_000;
        if (this.session) this.say('state');
      }
      if (this.session) this.happen({ kind: 'tick' });
    }
  }

  /** What is reported and what runs, after the device has done all that is asked for hours. */
  settle(): void {
    this.behaviour = 'applies';
    this.dies = null;
    for (let round = 0; round < 135; round += 1) {
      this.connect();
      // Long enough for a state.
      this.wait(90_000);
      while (this.device.results.length > 0) this.deliver();
    }
  }

  report() {
    return this.reported;
  }

  isRefused(): boolean {
    return this.refused === this.revision;
  }

  hashOf(revision: string): string {
    return hashOfConfig(toConfig(documentOf(revision), DEVICE).config);
  }

  private frame(frame: Bare<Frame>): void {
    this.happen({ kind: 'frame', frame: { serial: SERIAL, ...frame } as Frame });
  }

  private happen(event: SessionEvent): void {
    if (!this.session) return;
    const [session, effects] = advance(this.session, event, this.now, RULES);
    this.session = session;
    for (const effect of effects) this.carryOut(effect);
  }

  private carryOut(effect: Effect): void {
    if (!this.session) return;
    switch (effect.kind) {
      case 'saveConfig':
        this.save(effect);
        return;
      case 'heartbeat':
        this.hear(effect.beat);
        return;
      case 'fetch': {
        this.isFetched = this.wanted;
        const isGiven = this.refused !== this.revision;
        const document = isGiven
          ? { revision: this.revision, document: documentOf(this.sameAs ?? this.revision) }
          : null;
        this.happen({ kind: 'fetched', document });
        return;
      }
      case 'ping':
        this.happen({ kind: 'pong' });
        return;
      case 'close':
        this.session = null;
        return;
      default:
    }
  }

  private save({ saved, writes, sending }: Extract<Effect, { kind: 'saveConfig' }>): void {
    if (this.dies === 'before_save') {
      this.die();
      return;
    }
    this.record = saved;
    this.nextRpcId = this.session?.nextRpcId ?? this.nextRpcId;
    if (writes.running) this.runningConfig = writes.running;
    if (this.dies === 'before_send' && sending) this.die();
    else if (sending) this.send(sending);
  }

  private die(): void {
    this.dies = null;
    this.restart();
  }

  private send(sending: Sending): void {
    this.sent.push({ ...sending, at: this.now });
    const { device } = this;
    if (sending.kind === 'ping') {
      const { activeUuid: uuid } = device;
      this.frame({ kind: 'result', id: sending.id, uuid, error: 0, rejected: [] });
      return;
    }
    const { config: which } = sending;
    const kept = this.runningConfig ?? EMPTY;
    const config = which === 'running' ? kept : which === 'empty' ? EMPTY : which;
    device.take(sending.id, sending.uuid, hashOfConfig(config), this.behaviour);
    if (this.behaviour === 'cut_off') this.disconnect();
  }

  /** The service stores the report, and says whether the document is due. */
  private hear(beat: BeatFields): void {
    this.beats.push(beat);
    const report = beat.configuration;
    if (!report) return;
    const isFailure = report.state === 'failed' && PERMANENT.has(report.error?.code ?? '');
    if (isFailure && report.attempted !== null && report.attempt !== this.reported?.attempt)
      this.refused = report.attempted;
    if (report.revision === this.refused || (report.revision === null && report.state !== 'failed'))
      this.refused = isFailure && report.attempted === this.refused ? this.refused : null;
    this.reported = report;
    const isDue = report.revision !== this.revision || this.isFetched !== this.wanted;
    const fetch = isDue && this.refused !== this.revision;
    this.happen({ kind: 'answered', order: null, reported: null, asked: null, fetch });
  }
}

const DEVICE = { ...DUAL_BAND, phys: DUAL_BAND.phys.slice(0, 1).map((phy) => ({ ...phy, ...fiveGHz() })) };
const EMPTY = emptyConfig('02:00:5E:10:00:01', 'no one', DEVICE);

function fiveGHz() {
  return { bands: ['5g'] as const, channels: [36], dfsChannels: [], modes: ['HE80'] };
}

function documentOf(revision: string) {
  return documentWith({ wireless: [wirelessEntry({ ssid: revision })] });
}
