import { expect } from 'chai';
import { reportWifi } from '../../../dev/simulator/wifi.js';

const HOUR_MS = 3_600_000;
const MIDNIGHT = Date.UTC(2026, 10, 30);
const BOOTED = MIDNIGHT - 72 * HOUR_MS;

describe('the clients of a simulated access point', () => {
  const macs = Array.from(
    { length: 200 },
    (_, number) => `02:00:00:00:00:${number.toString(16).padStart(2, '0')}`,
  );
  const allAt = (time: number, bootedAt = BOOTED): number =>
    macs.reduce((sum, mac) => sum + reportWifi(1, mac, bootedAt, time).clients, 0);

  it('are many in the evening and few at night, and some places have dozens', () => {
    expect(allAt(MIDNIGHT + 19 * HOUR_MS)).to.be.above(4 * allAt(MIDNIGHT + 3 * HOUR_MS));
    const noon = macs.map((mac) => reportWifi(1, mac, BOOTED, MIDNIGHT + 8 * HOUR_MS).clients);
    expect(Math.max(...noon)).to.be.above(20);
  });

  it('come back slowly after a restart', () => {
    const time = MIDNIGHT + 19 * HOUR_MS;
    expect(allAt(time, time - HOUR_MS / 6)).to.be.below(allAt(time) / 4);
    expect(allAt(time, time - 6 * HOUR_MS)).to.be.above(allAt(time) * 0.9);
  });

  it('are the sum of the radios; counters never fall before a restart', () => {
    let last = reportWifi(1, macs[0] ?? '', BOOTED, MIDNIGHT);
    for (let minute = 1; minute < 24 * 60; minute += 7) {
      const wifi = reportWifi(1, macs[0] ?? '', BOOTED, MIDNIGHT + minute * 60_000);
      expect(wifi.radios.reduce((sum, { clients }) => sum + clients, 0)).to.equal(wifi.clients);
      for (const counter of ['joined', 'refused', 'rx_bytes', 'tx_bytes'] as const)
        expect(wifi[counter]).to.be.at.least(last[counter]);
      last = wifi;
    }
  });
});
