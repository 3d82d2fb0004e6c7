import { expect } from 'chai';
import fc from 'fast-check';
import { isFetchDue } from '../../../shared/configuration/domain/fetch-due.js';
import { judgeReport } from '../../../shared/configuration/domain/judge-report.js';
import { networkCanaryOf } from '../../../shared/configuration/domain/network-canary.js';
import { renderDocument } from '../../../shared/configuration/domain/render-document.js';
import { canRetry, judgeFetch, retryDevice } from '../../../shared/configuration/domain/retries.js';
import { stateOf } from '../../../shared/configuration/domain/state-of.js';
import { targetOf } from '../../../shared/configuration/domain/target-of.js';
import {
  isIndexed,
  type ConfigurationReport,
  type ConfigurationState,
  type ConfigurationStatus,
} from '../../../shared/configuration/records/domain/device-configuration.js';
import { NOTHING_REPORTED } from '../canary-model.js';
import { someSsid, vectorSources } from '../sources.js';

const NETWORK = 7;
const INSTALLATION_SEQ = 1;
type Step =
  | 'edit'
  | 'own_change'
  | 'no_effect'
  | 'heartbeat'
  | 'kill'
  | 'drift'
  | 'break'
  | 'retry_device'
  | 'retry_network';
const STEPS: readonly Step[] = [
  'edit',
  'own_change',
  'no_effect',
  'heartbeat',
  'kill',
  'drift',
  'break',
  'retry_device',
  'retry_network',
];

/** One device and what the service stores of it; documents are numbered by what they say. */
class Model {
  private seq = 0;
  private retriedSeq = 0;
  private deviceSeq = 0;
  private content = 0;
  private own = 0;
  private at = 0;
  private stored: ConfigurationState = {};
  private runs: string | null = null;
  private outcome: Pick<ConfigurationReport, 'state' | 'attempted' | 'attempt' | 'error'> = {
    state: null,
    attempted: null,
    attempt: null,
    error: null,
  };
  private attempts = 0;
  private isDrifted = false;
  /** Whether the next attempt fails for good. */
  private isBroken = false;

  private get revision(): string {
    return `${this.content}.${this.own}`;
  }
  private get target() {
    const device = { _id: 1, partNumber: 'MR-330', locationNetworkId: NETWORK };
    const network = networkCanaryOf({ seq: this.seq }, { configurationCanary: true });
    return targetOf({ ...device, configurationSeq: this.deviceSeq }, this.stored, network, INSTALLATION_SEQ);
  }
  get state(): ConfigurationStatus {
    const { target, retriedSeq } = this;
    return stateOf(this.stored, { target, retriedSeq, isUpgrading: false, isUp: true }).state;
  }
  get problem(): string | null {
    return this.stored.problem ?? null;
  }
  get canRetry(): boolean {
    return canRetry(this.stored);
  }

  /** @param isKilled the device dies between the fetch and applying, and forgets the document */
  heartbeat(isKilled = false): void {
    const report: ConfigurationReport = {
      ...NOTHING_REPORTED,
      revision: this.runs,
      ...this.outcome,
      drifted: this.isDrifted,
    };
    this.at += 1;
    this.stored = { ...this.stored, ...judgeReport(this.stored, report, new Date(this.at)) };
    if (!isFetchDue(this.stored, this.target, 'report')) return;
    const { revision } = this;
    const { key } = this.target;
    const change = judgeFetch(this.stored, { revision, key, retriedSeq: this.retriedSeq });
    this.stored = { ...this.stored, rendered: { revision, key, at: new Date(this.at) }, ...change };
    // A device that has not drifted names what it runs, and gets a 304 for it.
    const isSame = this.runs === revision && !this.isDrifted;
    if (change.refused?.revision === revision || isSame || isKilled) return;
    this.attempts += 1;
    if (this.isBroken) {
      const error = { code: 'apply', message: '' } as const;
      this.outcome = { state: 'failed', attempted: revision, attempt: this.attempts, error };
    } else {
      this.outcome = { state: 'applied', attempted: null, attempt: this.attempts, error: null };
      this.runs = revision;
      this.isDrifted = false;
    }
    this.isBroken = false;
  }

  do(step: Step): void {
    if (step === 'heartbeat' || step === 'kill') this.heartbeat(step === 'kill');
    else if (step === 'drift') this.isDrifted = this.runs !== null;
    else if (step === 'break') this.isBroken = true;
    else if (step === 'retry_device') this.retry();
    else if (step === 'own_change') {
      this.own += 1;
      this.deviceSeq += 1;
    } else {
      this.seq += 1;
      if (step === 'edit') this.content = (this.content + 1) % 3;
      if (step === 'retry_network') this.retriedSeq = this.seq;
    }
  }

  retry(): void {
    if (!this.canRetry) return;
    this.stored = { ...this.stored, ...retryDevice(this.stored) };
    this.deviceSeq += 1;
  }

  /** Until the device works, and an operator retries what it has refused. */
  settle(): void {
    this.isBroken = false;
    for (let beats = 0; beats < 4; beats += 1) this.heartbeat();
    this.retry();
    for (let beats = 0; beats < 4; beats += 1) this.heartbeat();
  }
}

describe('a device that works', () => {
  it('ends in_sync after any order of edits, heartbeats, kills, drift, failures and retries', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...STEPS), { maxLength: 40 }), (steps) => {
        const model = new Model();
        for (const step of steps) {
          model.do(step);
          // docs/configuration.md#list-1
          if (isIndexed(model.state)) expect(model.problem, 'the index finds the device').not.to.equal(null);
        }
        model.settle();
        expect(model.state).to.equal('in_sync');
        expect(model.problem).to.equal(null);
      }),
      // The device dies after it has fetched the document of a retry.
      { numRuns: 500, examples: [[['heartbeat', 'drift', 'heartbeat', 'retry_device', 'kill']]] },
    );
  });
});

const numberOf = (numbers: Iterator<number>): number => {
  const { value } = numbers.next() as { value: number };
  return value;
};

describe('an edit without effect', () => {
  const others = fc.array(
    fc.record({
      is_enabled: fc.boolean(),
      ssid_name: fc.string({ minLength: 1, maxLength: 32 }),
      security_mode: fc.constantFrom('0', '2', '77', null),
    }),
    { maxLength: 6 },
  );

  // docs/configuration.md#revision
  it('never changes a revision: SSIDs of others, orders of lists, fields that no document has', () => {
    const sources = vectorSources();
    const uplinks = [...sources.uplinks, { id: 3, uplinkType: '4', details: { apn: 'internet' } }];
    const ports = [1, 2, 3].map((number) => ({ number, name: `port ${number}` }));
    const [own] = sources.ssids;
    if (!own) throw new Error('The vector has an SSID');
    const { revision } = renderDocument({ ...sources, uplinks, ports });
    const order = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(others, order, fc.string(), (ssids, numbers, note) => {
        const shuffled = <T>(list: readonly T[]): T[] =>
          list
            .map((item) => ({ item, at: numberOf(numbers) }))
            .sort((one, other) => one.at - other.at)
            .map(({ item }) => item);
        const elsewhere = ssids.map((fields, index) => {
          // A device that has none of them: they name another one, or are disabled.
          const targets = fields.is_enabled ? { associated_aps_and_tags: ['AP:999'] } : {};
          const ssid = someSsid({ ...fields, ...targets });
          return { id: 10 + index, networkId: 1, ssid, servers: new Map() };
        });
        const same = { ...own.ssid, default_interim_time: note.length };
        const edited = renderDocument({
          ...sources,
          ssids: shuffled([{ ...own, ssid: same }, ...elsewhere]),
          uplinks: shuffled(uplinks.map((uplink) => ({ ...uplink, details: { ...uplink.details, note } }))),
          ports: shuffled(ports),
        });
        expect(edited.revision).to.equal(revision);
      }),
      { numRuns: 200 },
    );
  });
});
