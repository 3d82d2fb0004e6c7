import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import { NEW, OLD, type RolloutRunFixture } from '../rollout-run-fixture.js';
import type { Command, OnDevice } from './commands.js';

const MAX_JOINERS = 3;

/** A rollout to which commands happen, with devices that obey. */
export class Play {
  private readonly versions = new Map<number, string>();
  private readonly devices: TestDevice[];
  private joiners = 0;

  constructor(
    private readonly fixture: RolloutRunFixture,
    private readonly id: number,
    devices: readonly TestDevice[],
  ) {
    this.devices = [...devices];
  }

  async run(command: Command): Promise<void> {
    const { fixture, id } = this;
    const { service } = fixture;
    switch (command.do) {
      case 'tick':
        return fixture.tick();
      case 'sweep':
        await service.sweep();
        return;
      case 'advance':
        service.clock.advance(command.seconds);
        return;
      case 'die':
        service.failpoint = (failpoint) => {
          if (failpoint === command.failpoint) throw new Error('The worker died');
        };
        await fixture.tick();
        service.failpoint = () => undefined;
        // The next tick counts the upgrades that the last one has written for joiners.
        if (this.joiners > 0) await fixture.tick();
        return;
      case 'pause':
      case 'resume':
        await fixture.organisation.call('POST', `/v1/rollouts/${id}/${command.do}`);
        return;
      case 'edit':
        await fixture.organisation.call('PATCH', `/v1/rollouts/${id}`, { body: command.settings });
        return;
      case 'join':
        return this.join();
      case 'beat all':
        for (const index of this.devices.keys()) await this.runOn('beat', index);
        return;
      default:
        return this.runOn(command.do, command.device);
    }
  }

  /** A further device comes to the network, and is heard. */
  private async join(): Promise<void> {
    const { organisation } = this.fixture;
    if (this.joiners === MAX_JOINERS) return;
    this.joiners += 1;
    this.devices.push(await organisation.device({ firmwareVersion: OLD, network: organisation.network }));
    await this.runOn('beat', this.devices.length - 1);
  }

  private async runOn(what: OnDevice, index: number): Promise<void> {
    const { fixture } = this;
    const target = this.devices[index];
    if (!target) return;
    const upgrade = (await fixture.service.upgrades(target)).at(-1);
    switch (what) {
      case 'delete':
        if (upgrade) await fixture.organisation.call('DELETE', `/upgrades/${upgrade._id}.json`);
        return;
      case 'request':
        await fixture.organisation.post({ aps: [`AP:${target._id}`], version: NEW, upgrade_type: 'manual' });
        return;
      default: {
        const states = {
          beat: null,
          download: 'downloading',
          install: 'installing',
          fail: 'failure',
        } as const;
        const state = states[what];
        if (upgrade?.status === 'Installing' && what === 'beat') this.versions.set(target._id, NEW);
        const report = state && upgrade?.inFlight ? { upgrade: { id: upgrade._id, state } } : {};
        const version = this.versions.get(target._id) ?? OLD;
        const order = await fixture.beat(target, { firmware_version: version, ...report });
        // A pause takes up to two seconds to reach every API, so only the slot is checked here.
        if (order?.id === upgrade?._id && upgrade?.status === 'Queued' && upgrade.inRollout)
          expect(upgrade.hasSlot, 'an offer needs a slot').to.equal(true);
      }
    }
  }
}

/** The counts equal a full count, the log has every change once, and no device has two upgrades of the rollout. */
export async function expectExact(fixture: RolloutRunFixture, id: number): Promise<void> {
  await fixture.progress(id);
  await fixture.log(id);
  const devices = (await fixture.upgradesOf(id)).map(({ routerInventoryId }) => routerInventoryId);
  expect(new Set(devices).size, 'one upgrade a device, in one stage').to.equal(devices.length);
}

/** The upgrades of a rollout that hold a slot, by id, with the network of their device. */
export async function slotsOf(fixture: RolloutRunFixture, id: number): Promise<Map<number, number | null>> {
  const held = (await fixture.upgradesOf(id)).filter(({ inFlight, hasSlot }) => inFlight && hasSlot);
  return new Map(held.map(({ _id, locationNetworkId }) => [_id, locationNetworkId]));
}
