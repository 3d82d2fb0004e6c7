import { expect } from 'chai';
import { countersOf, portsOf, uptimeOf } from '../../../shared/ucentral/domain/from-state.js';
import { beginUptime, uptimeAt } from '../../../shared/ucentral/domain/uptime.js';

const state = {
  unit: { uptime: 3600 },
  'link-state': {
    upstream: {
      Ethernet10: { carrier: 0, counters: { rx_bytes: 5, tx_bytes: 6, multicast: 1 } },
      Ethernet2: {
        carrier: 1,
        speed: 1000,
        duplex: 'full',
        counters: { rx_bytes: 1000, tx_bytes: 3000, multicast: 4 },
        poe: { 'output-power': 15_400 },
      },
    },
  },
};

describe('what a state says', () => {
  it('is the uptime', () => {
    expect(uptimeOf(state)).to.equal(3600);
    expect(uptimeOf({})).to.equal(null);
  });

  it('is the ports of a switch, numbered by their names, with watts', () => {
    expect(portsOf(state, {}, null)).to.deep.equal([
      {
        number: 0,
        status: 'UP',
        speed: 1000,
        upTime: null,
        duplex: 'full',
        totalUsage: { rx: 1000, tx: 3000 },
        rate: null,
        multicast: 4,
        power: 15.4,
      },
      {
        number: 1,
        status: 'DOWN',
        speed: null,
        upTime: null,
        duplex: null,
        totalUsage: { rx: 5, tx: 6 },
        rate: null,
        multicast: 1,
        power: null,
      },
    ]);
  });

  it('is the ports numbered as the capabilities list them', () => {
    const capabilities = { 'port-list': [{ name: 'Ethernet0' }, { name: 'Ethernet2' }, 'Ethernet10'] };
    expect(portsOf(state, capabilities, null).map(({ number }) => number)).to.deep.equal([1, 2]);
  });

  it('is a rate in bytes a second since the state before, and none after a counter began anew', () => {
    const before = new Map([
      ['Ethernet2', { rx: 0, tx: 1000 }],
      ['Ethernet10', { rx: 6, tx: 0 }],
    ]);
    const ports = portsOf(state, {}, { counters: before, seconds: 10 });
    expect(ports.map(({ rate }) => rate)).to.deep.equal([{ rx: 100, tx: 200 }, null]);
    expect(countersOf(state).get('Ethernet2')).to.deep.equal({ rx: 1000, tx: 3000 });
  });

  it('is at most as many ports and bytes a second as a heartbeat may have', () => {
    const port = { carrier: 1, counters: { rx_bytes: Number.MAX_SAFE_INTEGER, tx_bytes: 2 } };
    const names = Array.from({ length: 5000 }, (_, index) => `Ethernet${index}`);
    const upstream = Object.fromEntries([...names, 'x'.repeat(65)].map((name) => [name, port]));
    const many = { 'link-state': { upstream } };
    const before = { counters: new Map([['Ethernet0', { rx: 0, tx: 1 }]]), seconds: 0.001 };
    const ports = portsOf(many, { 'port-list': names.toReversed() }, before);
    expect(ports).to.have.length(256);
    expect(Math.max(...ports.map(({ number }) => number))).to.be.below(4096);
    const rates = ports.flatMap(({ rate }) => rate ?? []);
    expect(rates).to.deep.equal([{ rx: Number.MAX_SAFE_INTEGER, tx: 1000 }]);
    expect(countersOf(many).size).to.equal(256);
  });

  it('never lets the uptime fall but by a restart', () => {
    const first = uptimeAt(beginUptime(null, 100, 0), 60_000);
    expect(first.shownS).to.equal(160);
    const late = uptimeAt(beginUptime(first, 158, 60_000), 60_000);
    expect(late.shownS).to.equal(160);
    const restarted = uptimeAt(beginUptime(late, 20, 120_000), 120_000);
    expect(restarted.shownS).to.equal(20);
  });
});
