import { expect } from 'chai';
import { measurementsOf } from '../../../shared/ucentral/domain/from-radios.js';

const station = (index: number) => ({ station: `02:00:5e:20:00:0${index}`, rssi: -60 });

const PHYS = { 'soc/a': { band: ['5G'] }, 'soc/b': { band: ['2G'] }, 'soc/c': { band: ['5G'] } };
const NOTHING_KNOWN = { wifi: PHYS, bands: null };

describe('what a state measures', () => {
  it('is radios with their clients, memory and load, and no address', () => {
    const measured = measurementsOf(
      {
        unit: { memory: { free: 2048, cached: 1024, buffered: 1024, total: 9000 }, cpu_load: [12.4, 20, 5] },
        radios: [
          { phy: 'soc/a', band: ['5G'], channel: 36, channel_width: 80, active_ms: 1000, busy_ms: 310 },
          { phy: 'soc/b', band: ['2G'], channel: 6, channel_width: 20, chanUtil: 55 },
        ],
        interfaces: [
          {
            ssids: [
              { mode: 'ap', radio: { $ref: '#/radios/0' }, associations: [station(1), station(2)] },
              { mode: 'ap', radio: { $ref: '#/radios/1' }, associations: [station(3)] },
              { mode: 'mesh', radio: { $ref: '#/radios/0' }, associations: [station(4)] },
            ],
          },
        ],
      },
      NOTHING_KNOWN,
    );
    expect(measured).to.include({ memFreeKb: 4, loadPercent: 12, boot: null });
    expect(measured.wifi?.clients).to.equal(3);
    expect(measured.wifi?.radios).to.deep.equal([
      {
        name: 'soc/a',
        band: '5g',
        on: null,
        up: true,
        channel: 36,
        widthMhz: 80,
        busyPercent: 31,
        clients: 2,
        crashes: null,
      },
      {
        name: 'soc/b',
        band: '2g',
        on: null,
        up: true,
        channel: 6,
        widthMhz: 20,
        busyPercent: 55,
        clients: 1,
        crashes: null,
      },
    ]);
    expect(JSON.stringify(measured)).not.to.contain('02:00:5e');
  });

  it('has no name and no channel that a heartbeat by HTTP could not have', () => {
    const phy = `soc/${'x'.repeat(40)}\u0000\ud800`;
    const others = Array.from({ length: 20 }, () => ({ phy: 'soc/a' }));
    const radios = [{ phy, channel: 65_536, channel_width: 2 ** 40 }, ...others];
    const measured = measurementsOf({ radios }, NOTHING_KNOWN);
    expect(measured.wifi?.radios).to.have.length(8);
    expect(measured.wifi?.radios[0]).to.include({
      name: `${'x'.repeat(30)}\ufffd\ufffd`,
      channel: null,
      widthMhz: null,
    });
  });

  it('is nothing that the state does not say', () => {
    expect(measurementsOf({}, NOTHING_KNOWN)).to.deep.equal({
      wifi: null,
      memFreeKb: null,
      loadPercent: null,
      boot: null,
    });
    const odd = { radios: 'x', interfaces: [1], unit: { memory: {} } };
    expect(measurementsOf(odd, NOTHING_KNOWN).wifi).to.equal(null);
  });

  // docs/ucentral.md#radios
  it('is a radio that is down where the configuration has an SSID and the state no radio', () => {
    const state = { radios: [{ phy: 'soc/a', band: ['5G'], channel: 36 }] };
    const radiosFor = (bands: readonly ('2g' | '5g' | '6g')[] | null) =>
      measurementsOf(state, { wifi: PHYS, bands }).wifi?.radios.map(({ name, on, up }) => [name, on, up]);
    expect(radiosFor(null)).to.deep.equal([['soc/a', null, true]]);
    expect(radiosFor(['2g'])).to.deep.equal([
      ['soc/a', false, true],
      ['soc/b', true, false],
    ]);
    expect(radiosFor(['5g'])).to.deep.equal([
      ['soc/a', true, true],
      ['soc/c', true, false],
    ]);
    const none = measurementsOf({}, { wifi: PHYS, bands: ['5g'] });
    expect(none.wifi?.radios.map(({ up }) => up)).to.deep.equal([false, false]);
  });
});
