import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeServiceSide, ManagedDevice } from '../agent/managed-device.js';
import { eventually } from '../fixtures/eventually.js';

const KEY = 'room-service-only';

class DemoDevice extends ManagedDevice {
  static async open(): Promise<DemoDevice> {
    return new DemoDevice(await makeServiceSide());
  }
}

describe('on the air, the demo', () => {
  it('plays a device, whose SSID a client joins, and ends its machine with itself', async () => {
    const device = await DemoDevice.open();
    await device.addSsid({ ssid_name: 'Staff', wpa_key: KEY, is_hidden: true });
    await device.offered();
    const folder = await mkdtemp(join(tmpdir(), 'airfleet-demo-'));
    await writeFile(join(folder, 'key'), device.device.deviceKey);
    const args = [device.front.url, device.device.macId, join(folder, 'key'), folder, 'Staff', KEY];
    const demo = spawn(process.execPath, ['dist/dev/demo/radio-process.js', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8').catch(() => '');
    const joined = async (): Promise<boolean> => (await read('air')).includes('wpa_state=COMPLETED');
    await eventually('the client has joined', joined, 300_000);
    expect(await read('air'))
      .to.contain('ssid Staff\n')
      .and.match(/channel 36 /);
    expect(await read('radio0.conf')).to.contain(`ssid2=${Buffer.from('Staff').toString('hex')}\n`);
    demo.kill('SIGTERM');
    // The machine is asked to stop, and its end is waited for.
    expect(await once(demo, 'exit')).to.deep.equal([0, null]);
    await device.close();
    await rm(folder, { recursive: true });
  });
});
