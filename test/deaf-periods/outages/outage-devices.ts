import { setTimeout as wait } from 'node:timers/promises';
import { applyDocument, type FetchedDocument } from '../../../dev/simulator/device-configuration.js';
import { advance, applyAnswer, composeHeartbeat, newDevice } from '../../../dev/simulator/device-machine.js';
import type { DeviceSpec } from '../../../dev/simulator/device-spec.js';
import type { DeviceState } from '../../../dev/simulator/device-state.js';
import type { HeartbeatAnswer } from '../../../dev/simulator/heartbeat.js';
import { Answers } from '../../fixtures/answers.js';
import type { TestDevice } from '../../fixtures/records/device.js';

const SPEAKS_EVERY_MS = 1000;
/**
 * Downloads and restarts end when the test says so. Before, a download reports a per cent more every four seconds: it does
 * not stall, however long a slow machine takes to prepare an outage.
 */
const UNTIL_TOLD = { seed: 1, speed: 1, downloadS: [400, 400], restartS: [1e6, 1e6] } as const;

interface Member {
  readonly device: TestDevice;
  readonly spec: DeviceSpec;
  state: DeviceState;
  isDead: boolean;
  /** A document that was fetched and is not applied yet. */
  fetched: FetchedDocument | null;
  answered: number;
}

/**
 * Simulated devices that send a heartbeat a second over HTTP, and repeat what was not answered. The test says when a
 * download, a restart or an application of a document ends.
 */
export class OutageDevices {
  /** The answers to heartbeats since the devices began. */
  readonly answers = new Answers();
  private readonly members: Member[];
  private readonly lives: Promise<unknown>;
  private isStopped = false;

  /**
   * @param urlOf the address to which a device speaks now
   * @param managed whether a device reports its configuration
   */
  constructor(
    devices: readonly TestDevice[],
    private readonly urlOf: (device: TestDevice) => string,
    managed: (device: TestDevice) => boolean,
  ) {
    this.members = devices.map((device) => memberOf(device, managed(device)));
    this.lives = Promise.all(this.members.map((member, index) => this.live(member, index)));
  }

  /** Resolves after the last answer. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.lives;
  }

  /** Whether each device has had an answer. */
  get haveSpoken(): boolean {
    return this.members.every(({ answered }) => answered > 0);
  }

  /** Ends the download or the restart that each of these devices is in. */
  finish(devices: readonly TestDevice[]): void {
    for (const member of this.of(devices)) {
      const { state } = member;
      const { phase } = state;
      if (phase.name === 'downloading' || phase.name === 'installing')
        member.state = { ...state, phase: { ...phase, until: Date.now() } };
    }
  }

  /** The devices that have fetched a document which they have not applied. */
  get fetching(): TestDevice[] {
    return this.members.flatMap(({ device, fetched }) => (fetched ? [device] : []));
  }

  /** Applies what the devices have fetched. */
  apply(devices: readonly TestDevice[]): void {
    for (const member of this.of(devices)) {
      const { fetched, spec } = member;
      if (fetched) member.state = applyDocument(spec, member.state, fetched);
      member.fetched = null;
    }
  }

  /** These devices say nothing from now on. */
  die(devices: readonly TestDevice[]): void {
    for (const member of this.of(devices)) member.isDead = true;
  }

  private of(devices: readonly TestDevice[]): Member[] {
    const ids = new Set(devices.map(({ _id }) => _id));
    return this.members.filter(({ device }) => ids.has(device._id));
  }

  private async live(member: Member, index: number): Promise<void> {
    await wait((index / this.members.length) * SPEAKS_EVERY_MS);
    while (!this.isStopped && !member.isDead) {
      member.state = advance(member.spec, member.state, Date.now());
      await this.speak(member);
      await wait(SPEAKS_EVERY_MS);
    }
  }

  private async speak(member: Member): Promise<void> {
    const { spec, device } = member;
    const beat = composeHeartbeat(spec, member.state, Date.now(), UNTIL_TOLD.seed);
    if (beat === null) return;
    const url = this.urlOf(device);
    const path = `${url}/device/v1/heartbeat`;
    const answer = await this.answers.ask('heartbeat', 'POST', path, spec.deviceKey, beat);
    if (answer.status !== 200) return;
    member.answered += 1;
    const response = JSON.parse(answer.text) as HeartbeatAnswer;
    member.state = applyAnswer(spec, member.state, response, Date.now(), UNTIL_TOLD);
    if (response.configuration?.fetch !== true || member.fetched) return;
    const document = `${url}/device/v1/configuration?mac_id=${spec.macId}`;
    const fetched = await this.answers.ask('fetch', 'GET', document, spec.deviceKey);
    if (fetched.status === 200) member.fetched = JSON.parse(fetched.text) as FetchedDocument;
  }
}

function memberOf(device: TestDevice, isManaged: boolean): Member {
  const { macId, deviceKey, firmwareVersion } = device;
  const configuration = isManaged ? { configuration: 'applies' as const } : {};
  const spec: DeviceSpec = {
    macId,
    deviceKey,
    firmwareVersion,
    behaviour: { kind: 'normal' },
    ports: 0,
    ...configuration,
  };
  return { device, spec, state: newDevice(spec, Date.now()), isDead: false, fetched: null, answered: 0 };
}
