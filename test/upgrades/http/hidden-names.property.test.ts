import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Reply } from '../../fixtures/api.js';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import { tomorrow, upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

type Visibility = 'seen' | 'hidden' | 'none';
type Step = Visibility | 'rename' | 'end' | 'plan';

const STEPS: readonly Step[] = ['seen', 'hidden', 'none', 'rename', 'end', 'plan'];

/** Each way by which a device with an upgrade gets a name out of sight. */
const EXAMPLES: readonly Step[][] = [
  ['end', 'hidden', 'rename'],
  ['end', 'none', 'rename'],
  ['none', 'end', 'hidden', 'rename', 'none'],
  ['plan', 'hidden', 'rename'],
  ['plan', 'none', 'rename', 'end', 'seen', 'rename', 'hidden'],
];

describe('the name of a device', () => {
  let fixture: UpgradeFixture;
  before(async () => {
    fixture = await upgradeFixture();
  });

  const done = (reply: Reply): void => {
    expect(reply.status, reply.text).to.equal(200);
  };

  // docs/console-api.md#update_device-1
  it('is found by no caller of some networks, unless the device had it in one of them', async () => {
    const { api, org, network: seen } = fixture;
    const hidden = await makeNetwork(api.deps, org);
    const networks = [{ id: seen._id, access: 'full' as const }];
    const { token } = await makeUser(api.deps, org, { networks, manageInventory: false });
    const networkIds = { seen: seen._id, hidden: hidden._id, none: null };

    async function run(steps: readonly Step[]): Promise<void> {
      const device = await fixture.device({ network: seen, name: `Name ${randomUUID()}` });
      const { devices } = api.deps.mongo.models;
      const stored = async () => devices.findById(device._id).orFail().lean();
      let visibility: Visibility = 'seen';
      let name = device.name;
      /** Whether the device had the name in the network that the caller sees. */
      const wasSeen = new Map([[name, true]]);
      for (const step of steps) {
        if (step === 'rename') {
          name = `Name ${randomUUID()}`;
          wasSeen.set(name, visibility === 'seen');
          done(await fixture.call('PATCH', `/v1/devices/${device._id}`, { body: { name } }));
        } else if (step === 'end') {
          await makeUpgrade(api.deps, await stored(), 'Success', { searchText: name.toLowerCase() });
        } else if (step === 'plan') {
          const later = { schedule_type: 'later', schedule_at: tomorrow() };
          await fixture.post({ aps: [`AP:${device._id}`], ...later });
        } else if (step !== visibility) {
          const body = { devices: [device.macId], existing_network_id: networkIds[step] };
          const path = step === 'none' ? 'release_devices' : 'move_devices';
          done(await fixture.call('PUT', `/v1/access_points/${path}`, { body }));
          visibility = step;
          if (visibility === 'seen') wasSeen.set(name, true);
        }
      }
      for (const [given, isKnown] of wasSeen) {
        if (isKnown) continue;
        const key = given.slice('Name '.length);
        for (const [path, query] of [
          ['/upgrades/upgrade_list.json', { search: key }],
          ['/v1/access_points/rout_inventory_list', { search: key }],
          ['/v1/devices', { search: key }],
          ['/v1/search', { q: key }],
        ] as const) {
          const { text, status } = await api.call('GET', path, { token, query });
          expect(status, text).to.equal(200);
          expect(text, path).not.to.include(device.macId).and.not.to.include(`AP:${device._id}`);
        }
      }
    }

    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 3, maxLength: 8 }), run),
      { numRuns: 12, examples: EXAMPLES.map((steps): [Step[]] => [steps]) },
    );
  });
});
