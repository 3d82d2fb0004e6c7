import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import { NEW, OLD, type RolloutBed } from '../rollout-bed.js';
import type { Command, OnDevice } from './commands.js';

const MAX_JOINERS = 3;

/** A rollout to which commands happen, with devices that obey. */
export class Play {
  private readonly versions = new Map<number, string>();
  private readonly devices: TestDevice[];
  private joiners = 0;

  constructor(
    private readonly bed: RolloutBed,
    private readonly id: number,
    devices: readonly TestDevice[],
  ) {
    this.devices = [...devices];
  }

  async run(command: Command): Promise<void> {
    const { bed, id } = this;
    const { service } = bed;
    switch (command.do) {
      case 'tick':
        return bed.tick();
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
        await bed.tick();
        service.failpoint = () => undefined;
        // The next tick counts the upgrades that the last one has written for joiners.
        if (this.joiners > 0) await bed.tick();
        return;
      case 'pause':
      case 'resume':
        await bed.fixture.call('POST', `/v1/rollouts/${id}/${command.do}`);
        return;
      case 'edit':
        await bed.fixture.call('PATCH', `/v1/rollouts/${id}`, { body: command.settings });
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
    const { fixture } = this.bed;
    if (this.joiners === MAX_JOINERS) return;
    this.joiners += 1;
    this.devices.push(await fixture.device({ firmwareVersion: OLD, network: fixture.network }));
    await this.runOn('beat', this.devices.length - 1);
  }

  private async runOn(what: OnDevice, index: number): Promise<void> {
    const { bed } = this;
    const target = this.devices[index];
    if (!target) return;
    const upgrade = (await bed.service.upgrades(target)).at(-1);
    switch (what) {
      case 'delete':
        if (upgrade) await bed.fixture.call('DELETE', `/upgrades/${upgrade._id}.json`);
        return;
      case 'request':
        await bed.fixture.post({ aps: [`AP:${target._id}`], version: NEW, upgrade_type: 'manual' });
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
        const order = await bed.beat(target, { firmware_version: version, ...report });
        // A pause takes up to two seconds to reach every API, so only the slot is checked here.
        if (order?.id === upgrade?._id && upgrade?.status === 'Queued' && upgrade.rollout)
          expect(upgrade.rollout.slot, 'an offer needs a slot').to.equal(true);
      }
    }
  }
}

/** The counts equal a full count, the log has every change once, and no device has two upgrades of the rollout. */
export async function expectExact(bed: RolloutBed, id: number): Promise<void> {
  await bed.progress(id);
  await bed.log(id);
  const devices = (await bed.upgradesOf(id)).map(({ routerInventoryId }) => routerInventoryId);
  expect(new Set(devices).size, 'one upgrade a device, in one stage').to.equal(devices.length);
}

/** The upgrades of a rollout that hold a slot, by id, with the network of their device. */
export async function slotsOf(bed: RolloutBed, id: number): Promise<Map<number, number | null>> {
  const held = (await bed.upgradesOf(id)).filter(({ inFlight, rollout }) => inFlight && rollout?.slot);
  return new Map(held.map(({ _id, locationNetworkId }) => [_id, locationNetworkId]));
}
