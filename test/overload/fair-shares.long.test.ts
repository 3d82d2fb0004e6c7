import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { startTestApi, type TestApi } from '../fixtures/api.js';
import { makeDevices, makePart } from '../fixtures/records/device.js';
import { makeNetwork, makeOrganisation, makeUser } from '../fixtures/records/organisation.js';

const MOVES = 16;
/** Two transactions a move: with fewer, the moves end before any list has waited too long. */
const DEVICES = 1100;
/** Between two lists, which leave the processors to the moves meanwhile. */
const PAUSE_MS = 30;

describe('sixteen large moves of one organisation at once', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(async () => {
    await api.close();
  });

  // docs/reliability.md#large-moves
  it('answer list_inventory of another organisation meanwhile, and refuse none', async () => {
    const { deps } = api;
    const busy = await makeOrganisation(deps, { noOfAps: DEVICES });
    const quiet = await makeOrganisation(deps);
    const part = await makePart(deps);
    const [mover, reader] = [await makeUser(deps, busy._id), await makeUser(deps, quiet._id)];
    const networks = [await makeNetwork(deps, busy._id), await makeNetwork(deps, busy._id)];
    const devices = await makeDevices(deps, busy._id, DEVICES, () => ({ part }));
    await makeDevices(deps, quiet._id, 100, () => ({ part }));
    const ids = devices.map(({ _id }) => _id).join(',');
    const statuses: number[] = [];
    /** How many moves ended during each list. */
    const ended: number[] = [];
    let moving = MOVES;
    const list = async (): Promise<void> => {
      const before = moving;
      const reply = await fetch(`${api.url}/v1/access_points/list_inventory?per_page=100`, {
        headers: { Authorization: `Bearer ${reader.token}` },
      });
      await reply.arrayBuffer();
      ended.push(before - moving);
      statuses.push(reply.status);
    };
    await list();
    const moves = Array.from({ length: MOVES }, async (_, index) => {
      const existing_network_id = networks[index % 2]?._id;
      const body = { devices: ids, existing_network_id };
      const reply = await fetch(`${api.url}/v1/access_points/move_devices`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${mover.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      await reply.arrayBuffer();
      moving -= 1;
      return reply.status;
    });
    while (moving > 0) {
      await list();
      await setTimeout(PAUSE_MS);
    }
    const moved = await Promise.all(moves);
    console.log(`      ${ended.length} lists, during which ${ended.join(' ')} moves ended`);
    expect(moved).to.include(200);
    expect([...new Set(statuses)]).to.deep.equal([200]);
    // An organisation has four operations under way: no list waited for more than those, and the next ones.
    expect(Math.max(...ended)).to.be.at.most(MOVES / 2);
    expect(ended.length, 'as many lists as moves').to.be.at.least(MOVES);
  }).timeout(1_800_000);
});
