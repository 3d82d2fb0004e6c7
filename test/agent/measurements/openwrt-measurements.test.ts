import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { removeBoxes, SHELLS } from '../agent-box.js';
import { hostapdCli } from './hostapd-cli.js';
import { ManagedAgent } from '../managed-agent.js';
import { OpenWrtMachine } from '../openwrt/machine.js';

const CLIENT = '02:00:5e:00:00:09';
const AIR = {
  'radio0-ap0': {
    assoclist: { results: [{ mac: CLIENT }, { mac: '02:00:5e:00:00:0a' }] },
    info: { channel: 6, frequency: 2437, htmode: 'HE40' },
    survey: { results: [{ mhz: 2437, active_time: 1000, busy_time: 310 }] },
  },
  'radio0-ap1': { assoclist: { results: [{ mac: '02:00:5e:00:00:0b' }] } },
};
const EVENTS = [
  `AP-STA-CONNECTED ${CLIENT}`,
  `AP-STA-DISCONNECTED ${CLIENT}`,
  `AP-STA-CONNECTED ${CLIENT}`,
  `AP-STA-POSSIBLE-PSK-MISMATCH ${CLIENT}`,
];

describe('the measurements of the agent on OpenWrt', () => {
  after(removeBoxes);

  for (const shell of SHELLS) {
    it(`are those of its radios and their clients, under ${shell}`, async () => {
      const agent = await ManagedAgent.make({ shell, settings: { BACKEND: 'openwrt' } });
      const { box } = agent;
      const machine = await OpenWrtMachine.make(box);
      await machine.write('iwinfo.json', JSON.stringify(AIR));
      await writeFile(join(box.folder, 'events'), EVENTS.map((event) => `${event}\n`).join(''));
      await box.program('hostapd_cli', hostapdCli(box.folder));
      await agent.addSsid({ ssid_name: 'One' });
      const { code, stderr } = await machine.once();
      expect(code, stderr).to.equal(0);
      await machine.once();
      const { body } = await agent.fixture.call('GET', `/v1/devices/${agent.device._id}`);
      const { device } = (body as { data: { device: Record<string, unknown> } }).data;
      const radio = { on: true, up: true, channel: null, width_mhz: null, busy_percent: null, crashes: null };
      expect(device['wifi']).to.deep.equal({
        radios: [
          { ...radio, name: 'radio0', band: '2g', channel: 6, width_mhz: 40, clients: 3 },
          { ...radio, name: 'radio1', band: '5g', clients: 0 },
          { ...radio, name: 'radio2', band: '6g', clients: 0 },
        ],
        clients: 3,
        // Of the SSID of the machine and of the agent's on two radios; WPA2 is not on the third.
        joined: 6,
        refused: 3,
        rx_bytes: 0,
        tx_bytes: 0,
      });
      await agent.close();
    });
  }
});
