import { expect } from 'chai';
import { LiveSettings } from '../../../shared/configuration/operations/live-settings.js';
import { countRoundTrips } from '../../fixtures/queries/round-trips.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { someSsid } from '../sources.js';
import type { ConfiguredDevice } from './configured-device.js';
import { EditedNetwork } from './edited-network.js';

describe('the settings of a network that are fetched', () => {
  let service: TestService;
  let network: EditedNetwork;
  let first: ConfiguredDevice;
  let second: ConfiguredDevice;
  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    network = await EditedNetwork.open(service, 2);
    [first, second] = network.devices as [ConfiguredDevice, ConfiguredDevice];
  });

  // docs/configuration.md#fetch-cost
  it('are read once for an edit, for half a minute, whatever the number of devices', async () => {
    const reads = async (): Promise<number> => {
      const { result, commands } = await countRoundTrips(service.deps, () => second.fetch());
      expect(result.status).to.be.oneOf([200, 409]);
      return commands.filter((command) => command === 'find network_ssids').length;
    };
    expect([await reads(), await reads()]).to.deep.equal([0, 0]);
    service.clock.advance(31);
    expect([await reads(), await reads()]).to.deep.equal([1, 0]);
    await network.claim(first);
    await network.apply(first);
    expect(await reads()).to.equal(0);
    await network.edit({ ssid_name: 'Terrace' });
    expect([await reads(), await reads()]).to.deep.equal([1, 0]);
  });

  // docs/configuration.md#hold
  it('are not given to a device that is no canary when an edit comes between their sequence and themselves', async () => {
    const { documents } = service.deps.stores;
    const original = { ...documents };
    service.clock.advance(31);
    Object.assign(documents, {
      ssids: async (...args: Parameters<typeof original.ssids>) => {
        Object.assign(documents, original);
        await network.edit({ ssid_name: 'Bar' });
        return original.ssids(...args);
      },
    });
    // The settings before the edit had no base.
    expect((await network.record()).base).to.equal(null);
    const reply = await second.fetch();
    expect([reply.status, reply.text.includes('Bar')]).to.deep.equal([503, false]);
    expect((await second.fetch()).status).to.equal(409);
  });

  it('are given up, those that were used last at the end, when they take too much memory', () => {
    const kept = new LiveSettings();
    const at = new Date(0);
    const ssid = someSsid({ walled_garden_range: 'x'.repeat(5_000_000) });
    const servers = new Map();
    const settings = {
      networkId: 1,
      ssids: [{ id: 1, networkId: 1, ssid, servers }],
      servers,
      timeZone: null,
      radio: null,
    };
    const has = (): number[] => [1, 2, 3, 4].filter((id) => kept.find(id, 1, at) !== undefined);
    for (const id of [1, 2, 3]) kept.keep(id, 1, settings, at);
    expect(has()).to.deep.equal([1, 2, 3]);
    kept.find(1, 1, at);
    kept.keep(4, 1, settings, at);
    expect(has()).to.deep.equal([1, 3, 4]);
    expect(kept.find(1, 2, at)).to.equal(undefined);
  });
});
