import { expect } from 'chai';
import { eventually } from '../fixtures/eventually.js';
import { setConfiguration } from '../agent/managed-device.js';
import { AccessPoint } from './access-point.js';
import { Client, wpa2 } from './client.js';

const KEY = 'room-service-only';
const SECONDS = 10;

describe('on the air, an edit', () => {
  let point: AccessPoint;
  let client: Client;
  let ssid: number;

  beforeEach(async () => {
    point = await AccessPoint.open();
    ssid = await point.addSsid({ ssid_name: 'Lobby', wpa_key: KEY });
    await point.apply();
    client = new Client(point.guest);
    await client.join(wpa2('Lobby', KEY));
  });
  afterEach(() => point.close());

  /** The latest time without the network, once the client is back. */
  async function absence(number: number): Promise<number> {
    return eventually(
      `the client is back ${number} times`,
      async () => (await client.absences())[number - 1],
    );
  }

  /** Prints how long it takes until the client has its network again. */
  async function timed(edit: () => Promise<unknown>): Promise<void> {
    const uptime = async (): Promise<number> => Number.parseFloat(await point.guest.sh('cat /proc/uptime'));
    const begun = await uptime();
    await edit();
    await client.joined();
    await client.reaches();
    console.log(`      ${((await uptime()) - begun).toFixed(1)} s until the client is back`);
  }

  it('takes the network from its clients for little longer than a restart of the radio', async () => {
    await point.guest.sh('/usr/lib/airfleet-air/restart-radio.sh radio0');
    const restart = await absence(1);
    await timed(async () => {
      await point.changeSsid(ssid, { max_association: 40 });
      await point.apply();
      expect(await absence(2)).to.be.below(SECONDS + 2 * restart);
    });
  });

  it('that changes nothing on the radio takes the network from no client', async () => {
    await point.renew();
    await point.apply();
    await client.reaches();
    expect(await client.absences()).to.deep.equal([]);
    await client.joined();
  });

  it('that cuts the uplink is undone, and its clients are back', async () => {
    await setConfiguration(point.fixture, { confirm_within_s: 30 });
    await point.cutUplinkBy('Cut');
    await timed(async () => {
      await point.changeSsid(ssid, { ssid_name: 'Cut' });
      await point.renew();
      const { code, output } = await point.once();
      expect(code, output).to.equal(6);
    });
    await point.once();
    expect(await point.shown()).to.include({ state: 'rolled_back' });
  });

  for (const [moment, condition] of [
    ['has noted that it tries it', 'test -s /var/lib/airfleet/trial'],
    ['has written the file of the radio', 'grep -q ^max_num_sta=40 /etc/hostapd/radio0.conf'],
    ['has saved the outcome', 'grep -q "^2 applied" /var/lib/airfleet/outcome'],
  ] as const) {
    it(`whose agent is killed when it ${moment} is applied by the next one, and its clients are back`, async () => {
      await point.changeSsid(ssid, { max_association: 40 });
      await point.renew();
      const kill = `airfleet-agent once & until ${condition}; do usleep 10000; done; kill -9 $!`;
      await point.guest.sh(kill);
      const { code, output } = await point.once();
      expect(code, output).to.equal(0);
      await point.once();
      expect(await point.shown()).to.include({ state: 'in_sync' });
      await absence(1);
      await client.reaches();
    });
  }
});
