import { expect } from 'chai';
import { nameRecords } from '../../../shared/search/operations/name-records.js';
import { countRoundTrips } from '../../fixtures/queries/round-trips.js';
import { makeTag } from '../../fixtures/records/organisation.js';
import { rolloutFixture } from '../../fixtures/records/rollout-fixture.js';
import { makeSsid } from '../../fixtures/records/ssid.js';

describe('the names of records', () => {
  // docs/rollouts.md#audit_log-6
  it('are read by one query for each kind, however many records are named', async () => {
    const fixture = await rolloutFixture();
    const { api, org, network, admin } = fixture;
    const device = await fixture.device({ network, name: 'Lobby AP' });
    const second = await fixture.device({ network, name: 'Hall AP' });
    const rollout = await fixture.draft({ name: 'Spring' });
    const ssid = await makeSsid(api, { admin, network }, { ssid_name: 'Guests' });
    const tag = await makeTag(api.deps, org, 'night');
    const names = {
      [`device:${device._id}`]: 'Lobby AP',
      [`device:${second._id}`]: 'Hall AP',
      [`network:${network._id}`]: network.networkName,
      [`rollout:${rollout.id}`]: 'Spring',
      [`ssid:${ssid}`]: 'Guests',
      [`tag:${tag._id}`]: 'night',
      [`user:${admin.user._id}`]: admin.user.email,
    };
    const unnamed = ['rollout', 'device:x', 'webhook:0', 'upgrade:3', '__proto__:1', 'device:999999999'];
    const references = [...Object.keys(names), ...Object.keys(names), ...unnamed];
    const { commands, result } = await countRoundTrips(api.deps, () =>
      nameRecords(api.deps, org, references),
    );
    expect(Object.fromEntries(result)).to.deep.equal(names);
    expect(commands).to.have.members([
      'find devices',
      'find networks',
      'find rollouts',
      'find network_ssids',
      'find tags',
      'find users',
    ]);
  });
});
