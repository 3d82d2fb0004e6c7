import { expect } from 'chai';
import type { Frame } from '../../../shared/ucentral/domain/frame.js';
import { advance, nextTickAt } from '../../../shared/ucentral/domain/session.js';
import { openSession, type Session } from '../../../shared/ucentral/domain/session-state.js';
import type {
  Asked,
  BeatFields,
  Command,
  Effect,
  SessionEvent,
} from '../../../shared/ucentral/domain/session-events.js';
import type { UpgradeStep } from '../../../shared/ucentral/domain/upgrade-step.js';

const SERIAL = '02005e100001';
const RULES = { intervalMs: 60_000, chance: 0.5 };
const ORDER = { id: 42, url: 'https://firmware.example/ap.bin', signature: null };

/** Drives one session on a clock of its own and records what it asks for. */
class Driven {
  now = 0;
  session: Session = openSession(0);
  effects: Effect[] = [];

  happen(event: SessionEvent): Effect[] {
    const [session, effects] = advance(this.session, event, this.now, RULES);
    this.session = session;
    this.effects.push(...effects);
    return [...effects];
  }

  connect(
    fields: { uuid?: number; reason?: string; platform?: string } = {},
    upgrade: UpgradeStep | null = null,
  ) {
    const { uuid = 7, reason = 'reboot', platform = 'ap' } = fields;
    const connected = { kind: 'connect', serial: SERIAL, uuid, firmware: 'v1', reason } as const;
    const frame = { ...connected, capabilities: { platform } };
    return this.happen({
      kind: 'connected',
      frame,
      resumed: { upgrade, config: null, nextRpcId: 5, gateway: 'g' },
    });
  }

  frame(frame: Frame extends infer F ? (F extends Frame ? Omit<F, 'serial'> : never) : never): Effect[] {
    return this.happen({ kind: 'frame', frame: { serial: SERIAL, ...frame } as Frame });
  }

  answer(order: typeof ORDER | null = null, asked: Asked | null = null): Effect[] {
    const beat = this.beats().at(-1);
    return this.happen({ kind: 'answered', order, reported: beat?.report ?? null, asked, fetch: false });
  }

  /** Lets time pass tick by tick. */
  wait(ms: number): Effect[] {
    const end = this.now + ms;
    const begun = this.effects.length;
    for (;;) {
      const next = Math.max(this.now + 1, nextTickAt(this.session, RULES));
      if (next > end) break;
      this.now = next;
      this.happen({ kind: 'tick' });
    }
    this.now = end;
    return this.effects.slice(begun);
  }

  beats(): BeatFields[] {
    return this.effects.flatMap((effect) => (effect.kind === 'heartbeat' ? [effect.beat] : []));
  }

  commands(): Command[] {
    return this.effects.flatMap((effect) => ('command' in effect ? [effect.command] : []));
  }
}

function kinds(effects: readonly Effect[]): string[] {
  return effects.map(({ kind }) => kind);
}

describe('the session of a device', () => {
  // docs/ucentral.md#connect
  it('ends without connect within 30 seconds', () => {
    const driven = new Driven();
    expect(driven.wait(29_999)).to.deep.equal([]);
    expect(driven.wait(1)).to.deep.equal([{ kind: 'close', reason: 'no_connect' }]);
  });

  it('sends a heartbeat at connect, and one each interval while the device is heard', () => {
    const driven = new Driven();
    driven.connect();
    const nothing = { firmwareVersion: 'v1', uptimeS: null, ports: null, measured: null, report: null };
    expect(driven.beats()[0]).to.deep.include(nothing);
    expect(driven.beats()[0]?.configuration).to.include({ revision: null, state: null, attempt: null });
    driven.answer();
    driven.wait(10_000);
    driven.frame({ kind: 'state', uuid: 7, state: { unit: { uptime: 100 } } });
    driven.wait(50_000);
    expect(driven.beats()).to.have.length(2);
    expect(driven.beats()[1]).to.include({ uptimeS: 150 });
  });

  // docs/ucentral.md#silence
  it('keeps no device up over a connection that is half open', () => {
    const driven = new Driven();
    driven.connect();
    driven.answer();
    const effects = driven.wait(90_000);
    expect(driven.beats()).to.have.length(1);
    expect(kinds(effects)).to.deep.equal(['ping', 'ping', 'close']);
  });

  // docs/ucentral.md#assignment
  it('sends the next heartbeat of an assigned device at its next sign, and asks for one', () => {
    const driven = new Driven();
    expect(driven.happen({ kind: 'assigned' })).to.deep.equal([]);
    driven.connect();
    driven.answer();
    expect(kinds(driven.happen({ kind: 'assigned' }))).to.deep.equal(['ping']);
    expect(kinds(driven.wait(5000))).to.deep.equal([]);
    driven.happen({ kind: 'pong' });
    expect(kinds(driven.wait(1))).to.deep.equal(['heartbeat']);
  });

  it('goes on while the device answers pings', () => {
    const driven = new Driven();
    driven.connect();
    driven.answer();
    for (let round = 0; round < 10; round += 1) {
      driven.wait(31_000);
      driven.happen({ kind: 'pong' });
      if (driven.session.isBeating) driven.answer();
    }
    driven.wait(1000);
    expect(driven.beats().length).to.be.within(4, 6);
    expect(kinds(driven.effects)).not.to.include('close');
  });

  it('repeats a heartbeat that was not stored after five seconds, with what it measured', () => {
    const driven = new Driven();
    driven.connect();
    driven.answer();
    driven.frame({ kind: 'state', uuid: 7, state: { unit: { memory: { free: 2048 } } } });
    driven.wait(66_000);
    const { measured = null } = driven.beats()[1] ?? {};
    expect(measured).to.include({ memFreeKb: 2 });
    driven.happen({ kind: 'unanswered', measured });
    driven.wait(4999);
    expect(driven.beats()).to.have.length(2);
    driven.wait(1);
    expect(driven.beats()[2]?.measured).to.deep.equal(measured);
  });
});

describe('the upgrade of a device by a command', () => {
  function ordered(platform = 'ap'): Driven {
    const driven = new Driven();
    driven.connect({ platform });
    driven.answer(ORDER);
    return driven;
  }

  // docs/ucentral.md#upgrades
  it('is saved and sent once, and keeps a configuration that runs', () => {
    const driven = ordered();
    const params = { when: 0, uri: ORDER.url, keep_redirector: 1, keep_config: 1 };
    expect(driven.commands()).to.deep.equal([{ id: 5, method: 'upgrade', params }]);
    driven.frame({ kind: 'ping', uuid: 7, active: null });
    driven.wait(60_000);
    driven.answer(ORDER);
    expect(driven.commands()).to.have.length(1);
    expect(driven.beats().at(-1)?.report).to.deep.include({ id: 42, state: 'downloading' });
    const fresh = new Driven();
    fresh.connect({ uuid: 1 });
    fresh.answer({ ...ORDER, signature: 'sig' } as never);
    expect(fresh.commands()[0]?.params).to.deep.equal({
      when: 0,
      uri: ORDER.url,
      keep_redirector: 1,
      FWsignature: 'sig',
      signature: 'sig',
    });
  });

  // docs/ucentral.md#unverified
  it('is not ordered without https', () => {
    const driven = new Driven();
    driven.connect();
    driven.answer({ ...ORDER, url: 'http://firmware.example/ap.bin' });
    expect(driven.commands()).to.deep.equal([]);
    expect(driven.beats().at(-1)?.report).to.deep.include({ id: 42, state: 'failure' });
  });

  // docs/ucentral.md#answer
  it('is installing when an access point answers', () => {
    const driven = ordered();
    driven.frame({ kind: 'result', id: 5, uuid: 7, error: 0, rejected: [] });
    expect(driven.beats().at(-1)?.report).to.deep.equal({ id: 42, state: 'installing' });
  });

  it('has failed without an answer for eleven minutes, and is ordered again with another id', () => {
    const driven = ordered();
    for (let minute = 0; minute < 11; minute += 1) {
      driven.wait(59_000);
      driven.frame({ kind: 'ping', uuid: 7, active: null });
      driven.wait(1000);
      if (driven.session.isBeating) driven.answer();
    }
    expect(driven.beats().at(-1)?.report).to.deep.include({ id: 42, state: 'failure' });
    expect(driven.beats().filter(({ report }) => report?.state === 'failure')).to.have.length(1);
    driven.frame({ kind: 'ping', uuid: 7, active: null });
    driven.wait(70_000);
    expect(driven.beats().at(-1)?.report).to.equal(null);
    driven.answer(ORDER);
    expect(driven.commands().map(({ id }) => id)).to.deep.equal([5, 6]);
  });

  it('counts a success that comes after an error, as the device then writes its flash', () => {
    const driven = ordered();
    driven.frame({ kind: 'result', id: 5, uuid: 7, error: 2, rejected: [] });
    expect(driven.beats().at(-1)?.report).to.deep.include({ state: 'failure' });
    driven.answer();
    driven.frame({ kind: 'result', id: 5, uuid: 7, error: 0, rejected: [] });
    expect(driven.beats().at(-1)?.report).to.deep.equal({ id: 42, state: 'installing' });
  });

  it('goes on by the events of a switch, whose first answer means nothing', () => {
    const driven = ordered('switch');
    driven.frame({ kind: 'result', id: 5, uuid: 7, error: 0, rejected: [] });
    driven.frame({ kind: 'upgradeEvent', operation: 'download', percentage: 40 });
    driven.wait(60_000);
    expect(driven.beats().at(-1)?.report).to.deep.equal({ id: 42, state: 'downloading', progress: 40 });
    driven.answer();
    driven.frame({ kind: 'upgradeEvent', operation: 'install', percentage: null });
    expect(driven.beats().at(-1)?.report).to.deep.equal({ id: 42, state: 'installing' });
  });

  const step = (phase: UpgradeStep['phase']): UpgradeStep => {
    return { id: 42, rpcId: 4, phase, sentAt: -100_000, progress: null, message: null };
  };

  // docs/ucentral.md#back
  it('ends by the version that runs when the device is back', () => {
    const driven = new Driven();
    expect(kinds(driven.connect({ reason: 'upgrade' }, step('installing')))).to.deep.equal([
      'saveUpgrade',
      'heartbeat',
    ]);
    expect(driven.beats()[0]?.report).to.equal(null);
    expect(driven.session.upgrade).to.equal(null);
  });

  it('is still installing after a lost connection, and has failed with upgradefailed', () => {
    const lost = new Driven();
    lost.connect({ reason: 'socket' }, step('installing'));
    expect(lost.beats()[0]?.report).to.deep.equal({ id: 42, state: 'installing' });
    const failed = new Driven();
    failed.connect({ reason: 'upgradefailed' }, step('installing'));
    expect(failed.beats()[0]?.report).to.deep.include({ id: 42, state: 'failure' });
  });

  // docs/ucentral.md#once
  it('is never sent again after a restart of the gateway, which waits for the rest of the eleven minutes', () => {
    const driven = new Driven();
    driven.connect({ reason: 'socket' }, step('downloading'));
    driven.answer(ORDER);
    expect(driven.commands()).to.deep.equal([]);
    for (let half = 0; half < 20; half += 1) {
      driven.wait(28_000);
      driven.happen({ kind: 'pong' });
      if (driven.session.isBeating) driven.answer(ORDER);
    }
    expect(driven.commands()).to.deep.equal([]);
    expect(driven.beats().at(-1)?.report).to.deep.include({ state: 'failure' });
  });

  // docs/ucentral.md#commands
  it('sends a reboot and a blinking that a caller asks for, each with a number of its own', () => {
    const driven = new Driven();
    driven.connect();
    driven.answer(null, { action: 'blink', seconds: 90 });
    driven.wait(60_000);
    driven.frame({ kind: 'state', uuid: 7, state: { unit: { uptime: 100 } } });
    driven.wait(70_000);
    driven.answer(null, { action: 'reboot', seconds: null });
    expect(driven.commands()).to.deep.equal([
      { id: 5, method: 'leds', params: { when: 0, pattern: 'blink', duration: 90_000 } },
      { id: 6, method: 'reboot', params: { when: 0 } },
    ]);
    driven.frame({ kind: 'result', id: 6, error: 0, uuid: null, rejected: [] } as never);
    expect(driven.session.upgrade).to.equal(null);
    expect(driven.session.nextRpcId).to.equal(7);
  });
});
