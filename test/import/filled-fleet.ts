import { makeRadiusServer } from '../fixtures/records/radius-server.js';
import { expect } from 'chai';
import type { TestApi } from '../fixtures/api.js';
import { makePart } from '../fixtures/records/device.js';
import { makeUser, type TestUser } from '../fixtures/records/organisation.js';
import { EVERY_FIELD, makeSsid } from '../fixtures/records/ssid.js';
import { makeTemplate } from '../fixtures/records/uplink.js';
import { makeUpgrade } from '../fixtures/records/upgrade.js';
import { tomorrow, upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';

export const WPA_KEY = 'not-in-clear-text';
export const UPLINK_PASSWORD = 'of-the-modem-only';
const AP = '/v1/access_points';

/** An organisation with what the reading operations show. */
export interface FilledFleet {
  readonly fixture: UpgradeFixture;
  /** A viewer of one network. */
  readonly restricted: TestUser;
  readonly macs: string[];
  /** The SSIDs; the key of the first is {@link WPA_KEY}. */
  readonly ssidIds: number[];
  readonly radiusServerIds: number[];
  /** The serial number of the first device. */
  readonly serial: string;
}

/**
 * Makes a fleet with access points and a switch, a removed device, SSIDs, a template that was applied, six upgrades in
 * several statuses, and a token that was made with another.
 */
export async function fillFleet(from: TestApi): Promise<FilledFleet> {
  const { deps } = from;
  const fixture = await upgradeFixture(from);
  const switchPart = await makePart(deps, { isSwitch: true });
  const windows = [{ days: ['sat', 'sun'], from: '22:00', to: '04:00' }];
  const options = { hostapd: { rts_threshold: '500' }, uci: { note: 'to be kept' } };
  const radio = {
    country: 'US',
    bands: { '5g': { channel: 149, width_mhz: 80 }, '6g': { enabled: false, options } },
  };
  const place = { latitude: -33.8568, longitude: 151.2153, address: 'Bennelong Point' };
  const settings = { time_zone: 'America/New_York', windows, radio, ...place };
  const profile = { name: 'Åsa Lind', locale: 'sv-SE', time_zone: 'Europe/Stockholm' };
  const said = await fixture.call('PATCH', '/v1/me', { body: profile });
  expect(said.status, said.text).to.equal(200);
  const set = await fixture.call('PATCH', `/v1/networks/${fixture.network._id}`, { body: settings });
  expect(set.status, set.text).to.equal(200);
  const fields = {
    network: fixture.network,
    tags: [fixture.tag],
    firmwareVersion: '1.0',
    externalGuid: 'guid',
    notes: 'Key at the desk',
  };
  const lobby = await fixture.device({
    ...fields,
    name: 'Lobby',
    activatedOn: new Date(1_700_000_000_123),
  });
  const core = await fixture.device({ name: 'Core', part: switchPart, network: fixture.network });
  const spare = await fixture.device({ name: '' });
  const gone = await fixture.device({ name: 'Gone', network: fixture.network });
  await deps.mongo.models.switchConfigurations.create({
    _id: core.macId,
    ports: [{ name: 'uplink', portNumber: 1 }],
  });
  for (const device of [lobby, core]) {
    const ports = [
      { number: 0, status: 'UP', speed: '1000', total_usage: { rx: 1, tx: 2 } },
      { number: 1, status: 'DOWN' },
    ];
    const beat = await from.call('POST', '/device/v1/heartbeat', {
      headers: { Authorization: `Bearer ${device.deviceKey}` },
      body: { mac_id: device.macId, firmware_version: '1.5', ...(device === core ? { ports } : {}) },
    });
    expect(beat.status, beat.text).to.equal(200);
  }
  const quiet = await fixture.call('PATCH', `/v1/devices/${lobby._id}`, {
    body: { radio: { bands: { '2g': { channel: 'auto', channels: [1, 6, 11], power_dbm: 0 } } } },
  });
  expect(quiet.status, quiet.text).to.equal(200);
  const details = [
    { uplink_type: '1', protocol: 'pppoe', password: UPLINK_PASSWORD },
    { uplink_type: '2', key: 12_345_678 },
  ];
  const template = await makeTemplate(deps, fixture.org, [], { details });
  const applied = await fixture.call('PUT', `${AP}/apply_configuration`, {
    body: { mac_ids: lobby.macId, init_template_id: template._id },
  });
  expect(applied.status, applied.text).to.equal(200);
  await deps.mongo.models.firmwareReleases.updateMany(
    { organisationId: fixture.org },
    { $set: { notes: 'Mends the radio' } },
  );
  const targets = [`AP:${lobby._id}`, `tag:${fixture.tag._id}`];
  const ssidIds = [
    await makeSsid(from, fixture, {
      ...EVERY_FIELD,
      ssid_name: 'full',
      wpa_key: WPA_KEY,
      associated_aps_and_tags: targets,
      extras: { fast_roaming: true, options: { hostapd: { venue_name: 'Lobby' } } },
    }),
    await makeSsid(from, fixture, { ssid_name: 'bare' }),
  ];
  const later = { schedule_type: 'later', schedule_at: tomorrow(), time_zone: 'Europe/Berlin' };
  await fixture.post({ ...later, aps: [`network:${fixture.network._id}`, `tag:${fixture.tag._id}`] });
  await fixture.post({ schedule_type: 'now', aps: [`AP:${spare._id}`], save_prev_config: true });
  const past = new Date(1_750_000_000_289);
  await makeUpgrade(deps, lobby, 'Downloading', {
    version: '1.10.0',
    progress: 40,
    attempts: 2,
    message: 'slow',
    createdAt: past,
  });
  await makeUpgrade(deps, core, 'Failed', {
    version: '0.9',
    createdAt: past,
    updatedAt: past,
    attempts: 4,
  });
  await makeUpgrade(deps, gone, 'Success', { createdAt: past, updatedAt: new Date(past.getTime() + 1) });
  const removed = await fixture.call('POST', `${AP}/remove_devices`, { body: { devices: [gone.macId] } });
  expect(removed.status, removed.text).to.equal(200);
  const restricted = await makeUser(deps, fixture.org, {
    role: 'viewer',
    tier: 2,
    networks: [{ id: fixture.network._id, access: 'read' }],
    manageInventory: false,
  });
  const macs = [lobby.macId, core.macId, spare.macId];
  const script = await fixture.call('POST', '/v1/access_tokens', { body: { name: 'script' } });
  expect(script.status, script.text).to.equal(201);
  const server = await makeRadiusServer(fixture, { nas_identifier: 'lobby' });
  const radiusServerIds = [server.id];
  return { fixture, restricted, macs, ssidIds, radiusServerIds, serial: lobby.routerSerialNumber };
}
