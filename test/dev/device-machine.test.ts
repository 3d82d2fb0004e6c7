import { expect } from 'chai';
import {
  advance,
  applyAnswer,
  composeHeartbeat,
  newDevice,
  nextEventAt,
  type SimulationTiming,
} from '../../dev/simulator/device-machine.js';
import type { Behaviour, DeviceSpec } from '../../dev/simulator/device-spec.js';
import type { DeviceState } from '../../dev/simulator/device-state.js';
import type { HeartbeatAnswer, UpgradeReport } from '../../dev/simulator/heartbeat.js';

const START = Date.UTC(2026, 5, 1);
const PACE: SimulationTiming = { seed: 1, speed: 1, downloadS: [10, 10], restartS: [5, 5] };

/** One device with its own clock, which sends a heartbeat whenever one is due. */
class Bench {
  now = START;
  state: DeviceState;
  readonly spec: DeviceSpec;

  constructor(
    behaviour: Behaviour,
    readonly pace = PACE,
  ) {
    this.spec = { macId: '02:00:00:00:00:01', deviceKey: 'k', firmwareVersion: '1.0.0', behaviour, ports: 0 };
    this.state = newDevice(this.spec, this.now);
  }

  /** Sends one heartbeat and answers it. Returns its report, or `silent`. */
  beat(offer?: { id: number; version: string }, abort?: number): UpgradeReport | undefined | 'silent' {
    this.state = advance(this.spec, this.state, this.now);
    const beat = composeHeartbeat(this.spec, this.state, this.now, this.pace.seed);
    if (beat === null) return 'silent';
    const upgrade = offer ? { ...offer, url: 'https://firmware.example/x', save_prev_config: false } : null;
    const answer: HeartbeatAnswer = {
      status: 200,
      next_heartbeat_in: 60,
      upgrade,
      ...(abort === undefined ? {} : { abort }),
    };
    this.state = applyAnswer(this.spec, this.state, answer, this.now, this.pace);
    return beat.upgrade;
  }

  /** Advances the clock to the device's next event. */
  sleep(): void {
    this.now = nextEventAt(this.state) ?? this.now;
  }
}

const OFFER = { id: 7, version: '2.0.0' };

describe('a simulated device', () => {
  it('downloads, reports it, restarts in silence, returns with the version and reports success once', () => {
    const bench = new Bench({ kind: 'normal' });
    expect(bench.beat(OFFER)).to.equal(undefined);
    expect(bench.beat()).to.deep.equal({ id: 7, state: 'downloading', progress: 0 });
    bench.now += 5000;
    expect(bench.beat()).to.deep.equal({ id: 7, state: 'downloading', progress: 50 });
    bench.sleep();
    expect(bench.beat()).to.deep.equal({ id: 7, state: 'installing', progress: 0 });
    expect(bench.beat()).to.equal('silent');
    bench.sleep();
    expect(bench.beat()).to.deep.equal({ id: 7, state: 'success', progress: 100 });
    expect(bench.state.firmwareVersion).to.equal('2.0.0');
    expect(bench.beat()).to.equal(undefined);
  });

  it('counts uptime from its last restart', () => {
    const bench = new Bench({ kind: 'normal' });
    expect(composeHeartbeat(bench.spec, bench.state, bench.now, 1)?.uptime_s).to.equal(3 * 86_400);
    bench.beat(OFFER);
    bench.sleep();
    bench.beat();
    bench.sleep();
    bench.beat();
    expect(composeHeartbeat(bench.spec, bench.state, bench.now + 9000, 1)?.uptime_s).to.equal(9);
  });

  it('repeats a report until it is acknowledged', () => {
    const bench = new Bench({ kind: 'failsInstall' });
    bench.beat(OFFER);
    bench.sleep();
    bench.beat();
    bench.sleep();
    const failed = advance(bench.spec, bench.state, bench.now);
    expect(composeHeartbeat(bench.spec, failed, bench.now, 1)?.upgrade?.state).to.equal('failure');
    expect(composeHeartbeat(bench.spec, failed, bench.now + 60_000, 1)?.upgrade?.state).to.equal('failure');
    expect(bench.beat()).to.deep.include({ state: 'failure' });
    expect(bench.beat()).to.equal(undefined);
    expect(bench.state.firmwareVersion).to.equal('1.0.0');
  });

  it('fails the configured number of downloads, then succeeds', () => {
    const bench = new Bench({ kind: 'failsDownload', times: 2 });
    for (const _try of [1, 2]) {
      bench.beat(OFFER);
      bench.sleep();
      expect(bench.beat()).to.deep.include({ id: 7, state: 'failure' });
    }
    bench.beat(OFFER);
    bench.sleep();
    expect(bench.beat()).to.deep.include({ state: 'installing' });
  });

  it('ignores a repeated offer while it downloads, and switches to another one', () => {
    const bench = new Bench({ kind: 'normal' });
    bench.beat(OFFER);
    const begun = bench.state;
    bench.beat(OFFER);
    expect(bench.state).to.deep.equal(begun);
    bench.beat({ id: 8, version: '3.0.0' });
    expect(bench.beat()).to.deep.include({ id: 8, state: 'downloading' });
  });

  it('stops its download when it is asked to, reports it once, and takes another offer', () => {
    const bench = new Bench({ kind: 'normal' });
    bench.beat(OFFER);
    expect(bench.beat(undefined, 8)).to.deep.include({ state: 'downloading' });
    expect(bench.beat(undefined, 7)).to.deep.include({ state: 'downloading' });
    expect(bench.beat()).to.deep.equal({ id: 7, state: 'aborted' });
    expect(bench.beat(OFFER)).to.equal(undefined);
    bench.sleep();
    expect(bench.beat(undefined, 7)).to.deep.include({ state: 'installing' });
    expect(bench.state.phase.name).to.equal('installing');
  });

  it('restarts again and again on a bad version, and not on another', () => {
    const bench = new Bench({ kind: 'restarts', version: OFFER.version, everyS: 4 });
    const uptimes = [0, 1, 4, 5, 8].map((seconds) => {
      const state = advance(
        bench.spec,
        { ...bench.state, firmwareVersion: OFFER.version },
        START + seconds * 1000,
      );
      bench.state = state;
      return composeHeartbeat(bench.spec, state, START + seconds * 1000, 1)?.uptime_s;
    });
    expect(uptimes).to.deep.equal([0, 1, 0, 1, 0]);
    bench.state = { ...bench.state, firmwareVersion: '1.0.0' };
    bench.now = START + 60_000;
    bench.beat();
    expect(composeHeartbeat(bench.spec, bench.state, bench.now, 1)?.uptime_s).to.equal(52);
  });

  it('sends nothing while it is off or after it has dropped off', () => {
    expect(new Bench({ kind: 'off' }).beat()).to.equal('silent');
    for (const at of ['downloading', 'installing'] as const) {
      const bench = new Bench({ kind: 'dropsOff', at });
      bench.beat(OFFER);
      bench.sleep();
      if (at === 'installing') bench.beat();
      expect(bench.beat(), at).to.equal('silent');
      bench.now += 86_400_000;
      expect(bench.beat(), at).to.equal('silent');
    }
  });

  it('takes a tenth of the time at ten times the speed', () => {
    const bench = new Bench({ kind: 'normal' }, { ...PACE, speed: 10 });
    bench.beat(OFFER);
    expect(nextEventAt(bench.state)).to.equal(START + 1000);
  });

  it('behaves the same with the same seed, and differently with another', () => {
    const downloadBy = (seed: number): number | null => {
      const bench = new Bench({ kind: 'normal' }, { ...PACE, seed, downloadS: [1, 1000] });
      bench.beat(OFFER);
      return nextEventAt(bench.state);
    };
    expect(downloadBy(1)).to.equal(downloadBy(1));
    expect(downloadBy(1)).not.to.equal(downloadBy(2));
  });
});
