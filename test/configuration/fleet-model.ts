import { NEVER_DEAF } from '../../shared/deaf-periods/domain/deafness.js';
import { afterStep, stepOfBeat, stepOfFetch } from '../../shared/configuration/domain/canary-step.js';
import { isFetchDue } from '../../shared/configuration/domain/fetch-due.js';
import { judgeFailures } from '../../shared/configuration/domain/judge-failures.js';
import { judgeReport } from '../../shared/configuration/domain/judge-report.js';
import { judgeSilence } from '../../shared/configuration/domain/judge-silence.js';
import { networkCanaryOf, type NetworkCanary } from '../../shared/configuration/domain/network-canary.js';
import { canRetry, judgeFetch, retryDevice } from '../../shared/configuration/domain/retries.js';
import { stateOf } from '../../shared/configuration/domain/state-of.js';
import { previousOf, targetOf, type Target } from '../../shared/configuration/domain/target-of.js';
import { changeNetworkConfiguration } from '../../shared/configuration/records/domain/change-network-configuration.js';
import type {
  ConfigurationReport,
  ConfigurationState,
  ConfigurationStatus,
} from '../../shared/configuration/records/domain/device-configuration.js';
import { DEFAULT_SETTINGS } from '../../shared/configuration/records/domain/network-configuration.js';
import { AT, networkWith, NOTHING_REPORTED } from './canary-model.js';

const NETWORK = 7;
const INSTALLATION_SEQ = 1;
const DEFAULTS = { configurationCanary: true };
const TIMES = { deafness: NEVER_DEAF, heartbeatIntervalS: 60, downAfterS: 180, isInNetwork: () => true };
type Outcome = Pick<ConfigurationReport, 'state' | 'attempted' | 'attempt' | 'error'>;

/** A device, and what the service stores of it. A revision is a content of the network and one of the device. */
export interface ModelDevice {
  readonly _id: number;
  readonly locationNetworkId: number;
  readonly partNumber: string;
  configurationSeq: number;
  stored: ConfigurationState;
  /** What it runs; null: nothing. */
  runs: string | null;
  outcome: Outcome;
  attempts: number;
  /** Whether its next attempt fails for good. */
  isBroken: boolean;
  heardAt: number;
}

/** A network with devices of two hardware parts, on virtual time. The rules are the service's own. */
export class FleetModel {
  readonly devices: readonly ModelDevice[] = [1, 2, 3, 4, 5].map((_id) => ({
    _id,
    locationNetworkId: NETWORK,
    partNumber: _id % 2 === 0 ? 'MR-330' : 'MR-110',
    configurationSeq: 0,
    stored: {},
    runs: null,
    outcome: { state: null, attempted: null, attempt: null, error: null },
    attempts: 0,
    isBroken: false,
    heardAt: 0,
  }));
  network: NetworkCanary = networkWith({
    seq: 1,
    baseSeq: null,
    settings: { canary: true, ...DEFAULT_SETTINGS, soakS: 0, stopAfter: 2 },
  });
  /** The content of the settings at each sequence. */
  private readonly contents = new Map([[1, 'first']]);
  private refusals: readonly number[] = [];
  private retriedSeq = 0;
  private nowMs = AT.getTime();

  /** The content of the settings now. */
  get content(): string {
    return this.contents.get(this.network.seq) ?? '';
  }
  /** The content of the last settings that passed; null: every device gets those of now. */
  get baseContent(): string | null {
    const { baseSeq } = this.network;
    return baseSeq === null ? null : (this.contents.get(baseSeq) ?? '');
  }
  private get at(): Date {
    return new Date(this.nowMs);
  }

  /** @param seconds below zero: the clock is set back */
  tick(seconds: number): void {
    this.nowMs += seconds * 1000;
  }

  edit(content: string): void {
    this.change(content, 'edit');
  }

  retryNetwork(): void {
    this.change(this.content, 'retry');
    this.retriedSeq = this.network.seq;
  }

  ownChange(device: ModelDevice): void {
    device.configurationSeq += 1;
  }

  retryDevice(device: ModelDevice): void {
    if (!canRetry(device.stored)) return;
    device.stored = { ...device.stored, ...retryDevice(device.stored) };
    device.configurationSeq += 1;
  }

  /** @param isLost whether the device never gets the document that it fetches */
  beat(device: ModelDevice, isLost = false): void {
    if (this.nowMs < device.heardAt) return;
    device.heardAt = this.nowMs;
    const { runs: revision, outcome } = device;
    const report = { ...NOTHING_REPORTED, revision, ...outcome };
    device.stored = { ...device.stored, ...judgeReport(device.stored, report, this.at) };
    const beat = { device, state: device.stored, target: this.targetOf(device), at: this.at };
    const step = stepOfBeat(this.network, { ...beat, isUpgrading: false });
    if (step) this.network = afterStep(this.network, step);
    const target = this.targetOf(device);
    if (isFetchDue(device.stored, target, 'report')) this.fetch(device, target, isLost);
  }

  /** What the worker does each second. */
  sweep(): void {
    const { seq } = this.network;
    const refusing = this.devices.filter(({ stored: { refused, rendered } }) => {
      return refused && rendered && rendered.key[1] === seq && refused.revision === rendered.revision;
    });
    const ids = refusing.map(({ _id }) => _id);
    const judged = judgeFailures(this.network, this.refusals, ids, this.at);
    if (judged) this.refusals = judged.refusals;
    if (judged?.hold) this.network = { ...this.network, held: judged.hold };
    for (;;) {
      const { step } = judgeSilence(this.network, { ...TIMES, at: this.at });
      if (!step) return;
      const freed = this.network.parts.map((one) => (one === step.entry ? { ...one, deviceId: null } : one));
      this.network =
        step.kind === 'hold' ? { ...this.network, held: step.hold } : { ...this.network, parts: freed };
    }
  }

  stateOf(device: ModelDevice): ConfigurationStatus {
    const { retriedSeq } = this;
    const target = this.targetOf(device);
    return stateOf(device.stored, { target, retriedSeq, isUpgrading: false, isUp: true }).state;
  }

  /** The content of the network that a device runs; null: none. */
  contentOf({ runs }: ModelDevice): string | null {
    return runs?.split('.')[0] ?? null;
  }

  private change(content: string, liftedBy: 'edit' | 'retry'): void {
    const { seq, settings, baseSeq, parts, held } = this.network;
    const base = baseSeq === null ? null : { seq: baseSeq, ssids: [] };
    const stored = { seq, changedAt: this.at, settings, base, parts, held };
    const changed = changeNetworkConfiguration(stored, { at: this.at, edit: {}, liftedBy }, DEFAULTS);
    this.network = networkCanaryOf({ ...stored, ...changed }, DEFAULTS);
    this.contents.set(changed.seq, content);
    this.refusals = changed.refusals ?? [];
  }

  private targetOf(device: ModelDevice): Target {
    return targetOf(device, device.stored, this.network, INSTALLATION_SEQ);
  }

  private fetch(device: ModelDevice, { document, key }: Target, isLost: boolean): void {
    const seq = document === 'base' ? (this.network.baseSeq ?? 0) : this.network.seq;
    const revision = `${this.contents.get(seq) ?? ''}.${device._id}.${device.configurationSeq}`;
    const change = judgeFetch(device.stored, { revision, key, retriedSeq: this.retriedSeq });
    const rendered = { revision, key, at: this.at };
    const previous = previousOf(device.stored);
    device.stored = { ...device.stored, rendered, ...change, previous };
    const isSame = device.runs === revision;
    const step = document === 'live' ? stepOfFetch(this.network, device, { at: this.at, isSame }) : null;
    if (step) this.network = afterStep(this.network, step);
    if (change.refused?.revision === revision || isSame || isLost) return;
    device.attempts += 1;
    const attempt = device.attempts;
    const error = { code: 'apply', message: '' } as const;
    if (device.isBroken) device.outcome = { state: 'failed', attempted: revision, attempt, error };
    else {
      device.outcome = { state: 'applied', attempted: null, attempt, error: null };
      device.runs = revision;
    }
    device.isBroken = false;
  }
}
