import { expect } from 'chai';
import { HOST } from '../../dev/air/guest.js';
import { setConfiguration } from '../agent/managed-device.js';
import { sharedApi } from '../fixtures/api.js';
import { eventually } from '../fixtures/eventually.js';
import { watchLog, watchSecret } from '../fixtures/log-watch.js';
import { makeEnrolmentToken } from '../fixtures/records/enrolment.js';
import { upgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { RADIO_2G } from '../../dev/air/access-point-files.js';
import { Client, wpa2 } from './client.js';
import { sharedGuest } from './shared-guest.js';

describe('on the air', () => {
  it('a fresh access point enrols itself with a token, and a client joins it', async () => {
    const guest = await sharedGuest();
    await guest.sh('/usr/lib/airfleet-air/reset.sh && rm -f /etc/airfleet/*');
    const fixture = await upgradeFixture(await sharedApi());
    const { api, org, network } = fixture;
    await setConfiguration(fixture, { canary: false });
    const network_ssid = { ssid_name: 'Welcome', security_mode: '2', wpa_key: 'room-service-only' };
    const made = await fixture.call('POST', '/v1/network_ssids', {
      body: { network_id: network._id, network_ssid },
    });
    expect(made.status, made.text).to.equal(200);
    const board = (await guest.sh('cat /sys/class/dmi/id/product_name')).trim();
    const { hardwareParts, devices } = api.deps.mongo.models;
    await hardwareParts.updateMany({ boards: board }, { $unset: { boards: 1 } });
    await hardwareParts.updateOne({ _id: fixture.part._id }, { $set: { boards: [board] } });
    const { secret } = await makeEnrolmentToken(api.deps, org, { networkId: network._id });
    watchSecret(secret);
    // What the image of an access point has.
    const radio = Object.entries(RADIO_2G).map(([name, value]) => `${name}=${value}\n`);
    await guest.write('/etc/hostapd/radio0.radio', radio.join(''));
    await guest.write('/etc/airfleet/agent.conf', 'RELOAD=/usr/lib/airfleet-air/restart-radio.sh "$1"\n');
    await guest.write('/etc/airfleet/token', `${secret}\n`);

    const uptime = async (): Promise<number> => Number.parseFloat(await guest.sh('cat /proc/uptime'));
    const started = await uptime();
    const seconds = async (): Promise<string> => ((await uptime()) - started).toFixed(1);
    const url = `http://${HOST}:${new URL(api.url).port}`;
    const command = `ALLOW_HTTP=1 airfleet-agent enrol --url ${url} --token /etc/airfleet/token`;
    const { code, output } = await guest.run(command);
    watchLog(output);
    expect(code, output).to.equal(0);
    const enrolledAfter = await seconds();
    await eventually('the document is applied', async () => {
      const once = await guest.run('airfleet-agent once');
      watchLog(once.output);
      expect(once.code, once.output).to.equal(0);
      return once.output.includes('info applied');
    });
    const client = new Client(guest);
    await client.join(wpa2('Welcome', 'room-service-only'));
    const joinedAfter = await seconds();
    console.log(`      enrolled after ${enrolledAfter} s, a client joined after ${joinedAfter} s`);
    await client.reaches();

    // The address of the bridge has changed since: a radio has joined it.
    const mac = (await guest.sh('sed -n s/^MAC=//p /etc/airfleet/agent.conf')).trim().toUpperCase();
    const device = await devices.findOne({ macId: mac, organisationId: org }).lean().orFail();
    expect(device).to.include({ locationNetworkId: network._id, partNumber: fixture.part._id });
    expect((await guest.run('ls /etc/airfleet/token /var/lib/airfleet/nonce')).code).not.to.equal(0);
    await client.leave();
  });
});
