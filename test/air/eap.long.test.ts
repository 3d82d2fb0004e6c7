import { expect } from 'chai';
import { eventually } from '../fixtures/eventually.js';
import { makeRadiusServer, shownRadiusServer } from '../fixtures/records/radius-server.js';
import { AccessPoint } from './access-point.js';
import { Client, wpa2, type Network } from './client.js';
import { peap, siteServer, startRadius, tls } from './radius.js';

const WPA2_EAP = '3';
const WPA3_EAP = '6';
const KEY = 'room-service-only';
const NEW_SECRET = 'another shared secret';

const wpa3 = (network: Network): Network => ({ ...network, key_mgmt: 'WPA-EAP-SHA256', ieee80211w: 2 });

describe('on the air, EAP against a RADIUS server', () => {
  let point: AccessPoint;
  let client: Client;
  let stranger: Client;
  let server: number;
  let staff: number;

  before(async () => {
    point = await AccessPoint.open();
    server = (await siteServer(point.fixture)).id;
    const away = await makeRadiusServer(point.fixture, { name: 'Away', host: '192.0.2.99' });
    const accounting = { acc_radius_enabled: true, acc_radius_id: server, default_interim_time: 1 };
    const eap = { security_mode: WPA2_EAP, wpa_key: null, auth_radius_id: server };
    staff = await point.addSsid({ ...eap, ...accounting, ssid_name: 'Staff' });
    await point.addSsid({ ...eap, security_mode: WPA3_EAP, ssid_name: 'Staff 3' });
    await point.addSsid({ ...eap, auth_radius_id: away.id, ssid_name: 'Away' });
    await point.addSsid({ ssid_name: 'Lobby', wpa_key: KEY });
    await Promise.all([startRadius(point.guest), point.apply()]);
    client = new Client(point.guest, 0);
    stranger = new Client(point.guest, 1);
  });
  after(() => point.close());

  it('PEAP: is joined by a user with the password and refused to one with a wrong one', async () => {
    await Promise.all([
      client.join(peap('Staff')).then(() => client.reaches()),
      stranger.isRefused(peap('Staff', { password: 'incorrect horse' })),
    ]);
    expect(await client.status()).to.include({ key_mgmt: 'WPA2/IEEE 802.1X/EAP' });
  });

  it('PEAP: a client does not tell its password to a server of an unknown authority', async () => {
    await stranger.isRefused(peap('Staff', { authority: 'stranger-ca' }));
    expect(await stranger.said()).to.contain('CTRL-EVENT-EAP-TLS-CERT-ERROR');
  });

  it('TLS: is joined by a user with a certificate and refused to one of an unknown authority', async () => {
    await Promise.all([
      client.join(tls('Staff')).then(() => client.reaches()),
      stranger.isRefused(tls('Staff', { certificate: 'stranger' })),
    ]);
  });

  it('WPA3: is joined by a user with the password, whose frames of management are protected', async () => {
    await client.join(wpa3(peap('Staff 3')));
    await client.reaches();
    expect(await client.status()).to.include({ key_mgmt: 'WPA2-EAP-SHA256', pmf: '2' });
  });

  it('accounting: the server is notified of the beginning of a session, and again while it lasts', async () => {
    await client.join(peap('Staff', { user: 'accounted' }));
    await eventually('the server is notified', async () => {
      const { output } = await point.guest.run('grep accounted /run/radius/accounting');
      return output.includes('Start accounted lobby') && output.includes('Interim-Update accounted lobby');
    });
  });

  it('a server that does not answer: refuses its clients, and the SSIDs beside it are joined', async () => {
    await stranger.isRefused(peap('Away'));
    await client.join(wpa2('Lobby', KEY));
    await client.reaches();
  });

  it('a changed secret: reaches the radio, and clients rejoin', async () => {
    await client.join(peap('Staff'));
    await startRadius(point.guest, NEW_SECRET);
    const body = { secret: NEW_SECRET };
    shownRadiusServer(await point.fixture.call('PATCH', `/v1/radius_servers/${server}`, { body }));
    await point.apply();
    await eventually('the client is back', async () => (await client.absences()).length === 1);
    await client.reaches();
  });

  it('a server that is no more: takes its SSID from the air, and those beside it stay', async () => {
    await point.storeSsid(staff, { auth_radius_id: 999_999_999 });
    await point.apply();
    await client.look(peap('Staff'), { isPassive: true });
    await stranger.join(wpa2('Lobby', KEY), { isPassive: true });
    const heard = await eventually('the client hears the other SSID', async () => {
      const found = await client.scan();
      return found.includes('Lobby') && found;
    });
    expect(heard).to.not.contain('Staff\n');
    expect(await client.said()).to.not.contain('CTRL-EVENT-CONNECTED');
  });
});
