import { expect } from 'chai';
import { RADIO_2G } from '../../dev/air/access-point-files.js';
import { AccessPoint } from './access-point.js';
import { Client, type Network } from './client.js';

const OPEN = { security_mode: '0', wpa_key: null };
const open = (ssid: string): Network => ({ ssid: `"${ssid}"`, key_mgmt: 'NONE' });

describe('on the air, SSIDs of one radio', () => {
  for (const [kind, address] of [
    ['an odd', '02:00:00:00:00:01'],
    ['an even', '02:00:00:00:00:02'],
  ] as const) {
    describe(`with ${kind} address`, () => {
      let point: AccessPoint;
      let count = 0;

      before(async () => {
        point = await AccessPoint.open();
        await point.guest.sh(`ip link set wlan0 address ${address}`);
      });
      after(() => point.close());

      for (const wanted of [2, 4, 8]) {
        it(`${wanted} are on the air, and each is joined`, async () => {
          for (; count < wanted; count += 1) await point.addSsid({ ...OPEN, ssid_name: `SSID ${count}` });
          await point.apply();
          // One after another, so that none waits for the processor of the others.
          for (let index = 0; index < wanted; index += 1) {
            const client = new Client(point.guest, index);
            await client.join(open(`SSID ${index}`));
            await client.reaches();
          }
        });
      }
    });
  }

  it('two are on the air when the name of its interface has 15 characters', async () => {
    const name = 'wlan-2g-fifteen';
    const point = await AccessPoint.open({ radios: { radio0: { ...RADIO_2G, interface: name } } });
    await point.guest.sh(`ip link set wlan0 name ${name}`);
    await Promise.all(['One', 'Two'].map((ssid_name) => point.addSsid({ ...OPEN, ssid_name })));
    await point.apply();
    const client = new Client(point.guest);
    for (const ssid of ['One', 'Two']) await client.join(open(ssid));
    await point.close();
  });

  it('one that hostapd refuses is left out, and the one beside it is joined', async () => {
    const point = await AccessPoint.open();
    await point.addSsid({ ...OPEN, ssid_name: 'Good' });
    const bad = await point.addSsid({ ...OPEN, ssid_name: 'Bad' });
    await point.storeSsid(bad, { max_association: 5001 });
    await point.apply();
    await new Client(point.guest).join(open('Good'));
    await point.once();
    expect(point.leftOut()).to.have.length(1);
    expect(point.leftOut()[0]).to.include({ ssid_id: bad, feature: 'invalid', field: 'max_clients' });
    await point.close();
  });
});
