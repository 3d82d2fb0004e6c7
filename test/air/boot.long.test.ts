import { expect } from 'chai';
import { AccessPoint } from './access-point.js';
import { Client, wpa2 } from './client.js';
import { sharedGuest } from './shared-guest.js';

describe('on the air', () => {
  it('a machine with radios starts', async () => {
    expect((await sharedGuest()).bootedIn).to.be.above(0);
  });

  it('a client joins an SSID that was configured over the API', async () => {
    const point = await AccessPoint.open();
    await point.addSsid({ ssid_name: 'Lobby', wpa_key: 'room-service-only' });
    await point.apply();
    const client = new Client(point.guest);
    await client.join(wpa2('Lobby', 'room-service-only'));
    await client.reaches();
    await point.once();
    expect(await point.shown()).to.include({ state: 'in_sync' });
    await point.close();
  });
});
