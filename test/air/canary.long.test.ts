import { expect } from 'chai';
import { Guest } from '../../dev/air/guest.js';
import { setConfiguration } from '../agent/managed-device.js';
import { sharedApi } from '../fixtures/api.js';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { AccessPoint } from './access-point.js';
import { Client, wpa2 } from './client.js';
import { sharedGuest } from './shared-guest.js';

const KEY = 'room-service-only';

describe('on the air, an edit of a network with two access points', () => {
  let fixture: UpgradeFixture;
  let second: Guest;
  let canary: AccessPoint;
  let other: AccessPoint;
  let client: Client;
  let ssid: number;

  before(async () => {
    second = await Guest.boot(process.env, () => undefined);
  });
  after(() => second.stop());

  beforeEach(async () => {
    fixture = await upgradeFixture(await sharedApi());
    await setConfiguration(fixture, { canary: true, soak_s: 0, confirm_within_s: 30 });
    canary = await AccessPoint.open({ fixture, guest: await sharedGuest() });
    other = await AccessPoint.open({ fixture, guest: second });
    ssid = await canary.addSsid({ ssid_name: 'Lobby', wpa_key: KEY });
    await canary.apply();
    await canary.once();
    await other.apply();
    await setConfiguration(fixture, { soak_s: 3600 });
    client = new Client(second);
    await client.join(wpa2('Lobby', KEY));
  });
  afterEach(() => Promise.all([canary.close(), other.close()]));

  it('goes to one of them first, and to the other after it', async () => {
    await canary.changeSsid(ssid, { ssid_name: 'Bar' });
    await canary.apply();
    await new Client(canary.guest).join(wpa2('Bar', KEY));
    expect((await other.once()).code).to.equal(0);
    expect(await other.shown()).to.include({ state: 'pending', reason: 'canary' });
    await client.reaches();
    await setConfiguration(fixture, { soak_s: 0 });
    await canary.once();
    await other.apply();
    await client.join(wpa2('Bar', KEY));
  });

  it('that cuts the first off is held, and clients of the other stay', async () => {
    await canary.cutUplinkBy('Cut');
    await canary.changeSsid(ssid, { ssid_name: 'Cut' });
    await canary.offered();
    expect((await canary.once()).code).to.equal(6);
    await canary.once();
    expect((await other.once()).code).to.equal(0);
    expect(await other.shown()).to.include({ state: 'held' });
    await client.reaches();
    expect(await client.absences()).to.deep.equal([]);
  });
});
