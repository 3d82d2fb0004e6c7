import { expect } from 'chai';
import { sharedApi, type Reply, type TestApi } from '../../fixtures/api.js';
import { makeDevice, type TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork, makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { sendHeartbeat } from '../../fixtures/records/test-service.js';

const RADIO = { name: 'phy1', band: '5g', on: true, up: true, channel: 36, width_mhz: 80, busy_percent: 31 };
const WIFI = {
  radios: [{ ...RADIO, clients: 7, crashes: 0 }],
  clients: 9,
  joined: 812,
  refused: 9,
  rx_bytes: 91_823_123,
  tx_bytes: 812_311_231_000,
};

describe('the measurements of a heartbeat', () => {
  let api: TestApi;
  let token: string;
  let device: TestDevice;
  before(async () => {
    api = await sharedApi();
  });
  beforeEach(async () => {
    const org = (await makeOrganisation(api.deps))._id;
    ({ token } = await makeUser(api.deps, org));
    device = await makeDevice(api.deps, org, { network: await makeNetwork(api.deps, org) });
  });

  const beat = (fields: object): Promise<Reply> => sendHeartbeat(api, device, fields);
  async function shown() {
    const { body } = await api.call('GET', `/v1/devices/${device._id}`, { token });
    const { wifi, mem_free_kb, load_percent, boot } = (body as { data: { device: Record<string, unknown> } })
      .data.device;
    return { wifi, mem_free_kb, load_percent, boot };
  }

  // docs/console-api.md#show_device-2
  it('are shown as they were sent last, and null before', async () => {
    expect(await shown()).to.deep.equal({ wifi: null, mem_free_kb: null, load_percent: null, boot: null });
    const sent = { wifi: WIFI, mem_free_kb: 41_200, load_percent: 12, boot: 'watchdog' };
    expect((await beat(sent)).status).to.equal(200);
    expect(await shown()).to.deep.equal(sent);
    // A heartbeat without them changes nothing.
    expect((await beat({ wifi: null })).status).to.equal(200);
    expect(await shown()).to.deep.equal(sent);
  });

  // docs/device-makers.md#measurements
  it('may lack everything, have unknown members, a long name and an unknown reason', async () => {
    const radios = [
      { name: 'r'.repeat(40), stations: ['02:00:5E:10:00:01'] },
      { clients: 3 },
      { clients: 4 },
    ];
    expect((await beat({ wifi: { radios, noise: -95 }, boot: 'thunder' })).status).to.equal(200);
    const { wifi, boot } = await shown();
    const unknown = { name: null, band: null, on: null, up: null, channel: null, width_mhz: null };
    const rest = { busy_percent: null, clients: null, crashes: null };
    expect(wifi).to.deep.equal({
      radios: [
        { ...unknown, ...rest, name: 'r'.repeat(32) },
        { ...unknown, ...rest, clients: 3 },
        { ...unknown, ...rest, clients: 4 },
      ],
      clients: 7,
      joined: null,
      refused: null,
      rx_bytes: null,
      tx_bytes: null,
    });
    expect(boot).to.equal('unknown');
  });

  // docs/device-makers.md#measurements
  it('are refused with 422/1103 and the name of the field', async () => {
    const radios = (radio: object): object => ({ wifi: { radios: [RADIO, radio] } });
    const cases: [object, string][] = [
      [{ wifi: 7 }, 'wifi must be an object'],
      [{ wifi: { radios: {} } }, 'wifi.radios must be an array'],
      [{ wifi: { radios: [null] } }, 'wifi.radios[0] must be an object'],
      [{ wifi: { radios: Array.from({ length: 9 }, () => RADIO) } }, 'wifi.radios: at most 8 entries'],
      [radios({ band: '60g' }), 'wifi.radios[1].band must be one of'],
      [radios({ name: 5 }), 'wifi.radios[1].name must be a string'],
      [radios({ up: 'perhaps' }), 'wifi.radios[1].up must be a boolean'],
      [radios({ channel: -1 }), 'wifi.radios[1].channel must be greater'],
      [radios({ channel: 70_000 }), 'wifi.radios[1].channel must be less'],
      [radios({ busy_percent: 101 }), 'wifi.radios[1].busy_percent must be less'],
      [radios({ clients: 1.5 }), 'wifi.radios[1].clients must be an integer'],
      [{ wifi: { joined: 'many' } }, 'wifi.joined must be a number'],
      [{ wifi: { tx_bytes: -1 } }, 'wifi.tx_bytes must be greater'],
      [{ mem_free_kb: -1 }, 'mem_free_kb must be greater'],
      [{ load_percent: 'high' }, 'load_percent must be a number'],
      [{ boot: 5 }, 'boot must be a string'],
    ];
    for (const [fields, msg] of cases) {
      const { status, body } = await beat(fields);
      const refusal = body as { error_code: number; msg: string };
      expect([status, refusal.error_code], msg).to.deep.equal([422, 1103]);
      expect(refusal.msg).to.include(msg);
    }
    expect((await shown()).wifi).to.equal(null);
  });
});
