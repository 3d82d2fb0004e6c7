import { expect } from 'chai';
import { setTimeout as wait } from 'node:timers/promises';
import { advance, answered, compose, newDevice } from '../../dev/simulator/device-machine.js';
import type { DeviceSpec } from '../../dev/simulator/device-spec.js';
import type { DeviceState } from '../../dev/simulator/device-state.js';
import type { HeartbeatAnswer } from '../../dev/simulator/heartbeat.js';
import type { Answers } from './answers.js';
import type { TestDevice } from './factories/device.js';

const SPEAKS_EVERY_MS = 500;
/** Downloads and restarts take about a third of a second. */
const PACE = { seed: 1, speed: 24, downloadS: [6, 10], restartS: [6, 10] } as const;

/** One device of a crowd: what it was told, and what of its own was taken down. */
interface Member {
  readonly device: TestDevice;
  readonly spec: DeviceSpec;
  state: DeviceState;
  /** Upgrades that it was told of. */
  readonly told: Set<number>;
  /** Upgrades whose beginning it has reported, and the report was acknowledged. */
  readonly begun: Set<number>;
  /** When it sent the last heartbeat that was acknowledged. */
  acknowledged: Date | null;
}

/** Devices that speak the public protocol to processes of their own and remember what they hear. */
export class Crowd {
  private readonly members: Member[];
  private readonly lives: Promise<unknown>;
  private stopped = false;
  private readonly toldAgain: string[] = [];

  constructor(
    private readonly url: string,
    devices: readonly TestDevice[],
    private readonly answers: Answers,
  ) {
    this.members = devices.map((device) => member(device));
    this.lives = Promise.all(this.members.map((each, index) => this.live(each, index)));
  }

  /** No device speaks any more; resolves when the last has its answer. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.lives;
  }

  /** The upgrades that the device was told of. */
  toldOf(device: { readonly _id: number }): number[] {
    return [...this.memberOf(device).told];
  }

  firmwareOf(device: { readonly _id: number }): string {
    return this.memberOf(device).state.firmwareVersion;
  }

  acknowledgedOf(device: { readonly _id: number }): Date | null {
    return this.memberOf(device).acknowledged;
  }

  /** No device was told of something that it had begun, by its own acknowledged word. */
  expectNeverToldAgain(): void {
    expect(this.toldAgain, 'told of what they had begun').to.deep.equal([]);
  }

  private memberOf({ _id }: { readonly _id: number }): Member {
    const found = this.members.find(({ device }) => device._id === _id);
    if (!found) throw new Error(`Device ${_id} is not of this crowd`);
    return found;
  }

  private async live(each: Member, index: number): Promise<void> {
    await wait((index / this.members.length) * SPEAKS_EVERY_MS);
    while (!this.stopped) {
      each.state = advance(each.spec, each.state, Date.now());
      await this.speak(each);
      await wait(SPEAKS_EVERY_MS);
    }
  }

  private async speak(each: Member): Promise<void> {
    const beat = compose(each.spec, each.state, Date.now(), PACE.seed);
    if (beat === null) return;
    const url = `${this.url}/device/v1/heartbeat`;
    const answer = await this.answers.ask('heartbeat', 'POST', url, each.spec.deviceKey, beat);
    if (answer.status !== 200) return;
    each.acknowledged = answer.sentAt;
    const said = JSON.parse(answer.text) as HeartbeatAnswer;
    if (beat.upgrade) each.begun.add(beat.upgrade.id);
    if (said.upgrade) {
      each.told.add(said.upgrade.id);
      if (each.begun.has(said.upgrade.id)) this.toldAgain.push(`${each.spec.macId}: ${said.upgrade.id}`);
    }
    each.state = answered(each.spec, each.state, said, Date.now(), PACE);
  }
}

function member(device: TestDevice): Member {
  const { macId, deviceKey, firmwareVersion } = device;
  const spec: DeviceSpec = { macId, deviceKey, firmwareVersion, behaviour: { kind: 'normal' }, ports: 0 };
  return {
    device,
    spec,
    state: newDevice(spec, Date.now()),
    told: new Set(),
    begun: new Set(),
    acknowledged: null,
  };
}
