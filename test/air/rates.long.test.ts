import { expect } from 'chai';
import { AccessPoint } from './access-point.js';
import { Client, type Network } from './client.js';

const OPEN = { security_mode: '0', wpa_key: null };
const open = (ssid: string): Network => ({ ssid: `"${ssid}"`, key_mgmt: 'NONE' });
const KBPS = 1000;

describe('on the air, rates of an SSID', () => {
  let point: AccessPoint;
  let clients: readonly Client[];
  let shared: number;

  before(async () => {
    point = await AccessPoint.open();
    await point.addSsid({ ...OPEN, ssid_name: 'Each', per_user_qos: KBPS });
    shared = await point.addSsid({ ...OPEN, ssid_name: 'All', enable_ssid_qos: true, ssid_qos: KBPS });
    await point.apply();
    clients = [0, 1].map((index) => new Client(point.guest, index));
  });
  after(() => point.close());

  async function bothJoin(ssid: string): Promise<void> {
    await Promise.all(clients.map((client) => client.join(open(ssid)).then(() => client.reaches())));
  }

  /** How many kbit/s each client has over the same seconds. */
  async function measure(direction: 'up' | 'down'): Promise<number[]> {
    const radios = clients.map((client) => client.radio).join(' ');
    const printed = await point.guest.sh(`/usr/lib/airfleet-air/measure.sh ${direction} ${radios}`);
    return printed.trim().split('\n').map(Number);
  }

  const sumOf = (rates: readonly number[]): number => rates.reduce((sum, rate) => sum + rate, 0);
  const expectRate = (rate: number): void => {
    expect(rate).to.be.within(0.8 * KBPS, 1.2 * KBPS);
  };

  for (const direction of ['up', 'down'] as const) {
    it(`of each client: two at once have it ${direction}, each`, async () => {
      await bothJoin('Each');
      const rates = await measure(direction);
      expect(rates).to.have.length(2);
      for (const rate of rates) expectRate(rate);
    });

    it(`of all clients: two at once have it ${direction}, together`, async () => {
      await bothJoin('All');
      expectRate(sumOf(await measure(direction)));
    });
  }

  it('hold again after a restart of the radio', async () => {
    await point.guest.sh('/usr/lib/airfleet-air/restart-radio.sh radio0');
    await point.once();
    await point.once();
    expect(await point.shown()).to.include({ state: 'in_sync' });
    await bothJoin('All');
    expectRate(sumOf(await measure('down')));
  });

  it('end with the edit that removes them', async () => {
    await point.changeSsid(shared, { enable_ssid_qos: false });
    await point.apply();
    await bothJoin('All');
    expect(sumOf(await measure('down'))).to.be.above(1.5 * KBPS);
  });
});
