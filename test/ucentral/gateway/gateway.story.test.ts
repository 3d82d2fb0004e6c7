import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import type { RunningGateway } from '../../../gateway/start-gateway.js';
import {
  issueAuthority,
  issueDeviceCertificate,
  issueRevocations,
} from '../../../shared/ucentral/operations/issue-certificates.js';
import { eventually } from '../../fixtures/eventually.js';
import { uniqueMac, type TestDevice } from '../../fixtures/records/device.js';
import { ACCESS_POINT, UcentralSite, VALID, type Rpc, type SpeakingDevice } from './ucentral-site.js';

describe('a gateway', () => {
  let site: UcentralSite;
  let gateway: RunningGateway;
  let rogue: Awaited<ReturnType<typeof issueAuthority>>;
  let second: Awaited<ReturnType<typeof issueAuthority>>;

  before(async () => {
    site = await UcentralSite.open();
    [rogue, second] = await Promise.all([issueAuthority('rogue', VALID), issueAuthority('second', VALID)]);
    await site.write('ca.pem', site.authority.certificate + second.certificate);
    gateway = await site.start();
  });

  after(() => site.close());

  const stateOf = (device: TestDevice) =>
    site.service.deps.mongo.models.deviceStates.findOne({ _id: device._id }).lean();

  const isUp = (device: TestDevice, firmwareVersion: string) =>
    eventually('the device is heard', async () => {
      const state = await stateOf(device);
      return state?.lastHeartbeatAt && state.firmwareVersion === firmwareVersion ? state : null;
    });

  const counted = async (name: 'admissions' | 'frames' | 'handshakes', outcome: string): Promise<number> => {
    const { values } = await gateway.deps.gatewayMetrics[name].get();
    return values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0;
  };

  const closed = (speaking: SpeakingDevice): Promise<number> =>
    eventually('the connection is closed', () => speaking.closedWith);

  /** Whether the connection is refused, or does not open until it is counted. */
  const isRefused = (device: Pick<TestDevice, 'macId'>, certificate?: Parameters<UcentralSite['speak']>[2]) =>
    site.speak(gateway, device, certificate).then(
      () => false,
      () => true,
    );

  const command = (speaking: SpeakingDevice, method: string): Promise<Rpc> =>
    eventually(`the command ${method}`, () => speaking.commands.find((sent) => sent.method === method));

  it('is ready, and shows its connections', async () => {
    const ready = await eventually('it is ready', async () => {
      const reply = await fetch(`${gateway.probesUrl}/readyz`);
      return reply.ok ? reply.json() : null;
    });
    expect(ready).to.include({ status: 'ok', certificate: true, devices: 'listening' });
    const metrics = await (await fetch(`${gateway.probesUrl}/metrics`)).text();
    expect(metrics).to.match(/airfleet_ucentral_certificate_days\{of="authority"\} \d+/);
  });

  it('sends heartbeats for a connected device, with the ports of a switch', async () => {
    const device = await site.device();
    const speaking = await site.speak(gateway, device);
    speaking.connect('TIP-v3.0.2', { capabilities: { platform: 'switch' } });
    await isUp(device, 'TIP-v3.0.2');
    const metrics = await (await fetch(`${gateway.probesUrl}/metrics`)).text();
    expect(metrics).to.match(/airfleet_ucentral_connections [1-9]/);
    const port = { carrier: 1, speed: 1000, counters: { rx_bytes: 1, tx_bytes: 2 } };
    const state = { unit: { uptime: 900 }, 'link-state': { upstream: { Ethernet0: port } } };
    const inner = JSON.stringify({ serial: speaking.serial, uuid: 1, state });
    speaking.socket.send(
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'state',
        params: { compress_64: deflateSync(inner).toString('base64'), compress_sz: inner.length },
      }),
    );
    const heard = await eventually('its ports are stored', async () => {
      const stored = await stateOf(device);
      return stored?.ports?.length ? stored : null;
    });
    expect(heard.ports?.[0]).to.include({ number: 0, status: 'UP', speed: 1000 });
    expect(heard.uptimeS).to.be.at.least(900);
    expect(heard.publicIp).to.equal('127.0.0.1');
    speaking.socket.terminate();
  });

  it('carries out an upgrade to its end', async () => {
    const { fixture, service } = site;
    const device = await site.device({ firmwareVersion: '1.9.0' });
    const { speaking: first, uuid } = await site.configured(gateway, device, '1.9.0');
    await isUp(device, '1.9.0');
    const aps = [`AP:${device._id}`];
    expect((await fixture.post({ version: '1.10.0', upgrade_type: 'manual', aps })).status).to.equal(200);
    await service.dispatch();
    const { id, params } = await command(first, 'upgrade');
    expect(params).to.include({ serial: first.serial, when: 0, keep_redirector: 1, keep_config: 1 });
    first.answer(id, 0);
    await eventually('it installs', async () => (await service.latest(device)).status === 'Installing');
    first.socket.terminate();
    const back = await site.speak(gateway, device);
    back.connect('1.10.0', { uuid, reason: 'upgrade', capabilities: ACCESS_POINT });
    await eventually('it has succeeded', async () => (await service.latest(device)).status === 'Success');
    expect(first.commands).to.have.length(1);
    expect(back.commands).to.deep.equal([]);
    back.socket.terminate();
  });

  // docs/ucentral.md#newest
  it('leaves a device to the gateway with its newest connection', async () => {
    const other = await site.start();
    const device = await site.device();
    const first = await site.speak(gateway, device);
    first.connect('v1');
    await isUp(device, 'v1');
    const newest = await site.speak(other, device);
    newest.connect('v2');
    await isUp(device, 'v2');
    const chatter = setInterval(() => {
      if (first.closedWith === null) first.notify('ping', { uuid: 1 });
    }, 100);
    expect(await closed(first)).to.equal(1008);
    clearInterval(chatter);
    expect(await stateOf(device)).to.include({ firmwareVersion: 'v2', session: 2 });
    newest.socket.terminate();
  });

  it('refuses certificates of strangers, devices with a key, and expired certificates', async () => {
    const device = await site.device();
    expect(await isRefused(device, await issueDeviceCertificate(rogue, device.macId, VALID))).to.equal(true);
    const past = { from: new Date(VALID.from.getTime() - 90 * 86_400_000), days: 30 };
    const expired = await issueDeviceCertificate(site.authority, device.macId, past);
    expect(await isRefused(device, expired)).to.equal(true);
    expect(await isRefused(await site.fixture.device())).to.equal(true);
    expect(await counted('admissions', 'no_certificate')).to.equal(1);
  });

  // docs/ucentral.md#identity
  it('refuses a device under another authority than the one of its first connection', async () => {
    const device = await site.device();
    const first = await site.speak(gateway, device);
    first.connect('v1');
    await isUp(device, 'v1');
    const clone = await issueDeviceCertificate(second, device.macId, VALID);
    expect(await isRefused(device, clone)).to.equal(true);
    expect(await counted('admissions', 'other_authority')).to.equal(1);
    first.socket.terminate();
  });

  // docs/ucentral.md#unknown
  it('lets a device in no inventory wait before it refuses it', async () => {
    const opening = isRefused({ macId: uniqueMac() });
    await eventually('it is held', async () => (await counted('admissions', 'unknown')) === 1);
    const winner = await Promise.race([opening, fetch(`${gateway.probesUrl}/livez`).then(() => 'waits')]);
    expect(winner).to.equal('waits');
    void opening;
  });

  // docs/ucentral.md#unknown
  it('closes a connection at once when ten of its address wait', async () => {
    const before = await counted('admissions', 'unknown');
    const ended: number[] = [];
    // One by one: an address may begin eight handshakes at once.
    for (let opened = 1; opened <= 11; opened += 1) {
      void isRefused({ macId: uniqueMac() }).then(() => ended.push(opened));
      await eventually(
        'it is judged',
        async () => (await counted('admissions', 'unknown')) === before + opened,
      );
    }
    await eventually('one is closed', () => ended.length > 0);
    // The test before may have left one that waits.
    expect(ended[0]).to.be.at.least(10);
    expect((await fetch(`${gateway.probesUrl}/livez`)).status).to.equal(200);
  });

  // docs/ucentral.md#serial
  // docs/ucentral.md#limits
  it('drops messages of other serials and bombs, and cuts off messages above 1 MiB', async () => {
    const device = await site.device();
    const speaking = await site.speak(gateway, device);
    speaking.notify('connect', { serial: '02005e999999', uuid: 1, firmware: 'stolen' });
    const bomb = deflateSync(Buffer.alloc(8 * 1024 * 1024)).toString('base64');
    speaking.socket.send(JSON.stringify({ method: 'state', params: { compress_64: bomb } }));
    speaking.connect('v1');
    await isUp(device, 'v1');
    expect(await counted('frames', 'other_serial')).to.equal(1);
    expect(await counted('frames', 'too_large')).to.equal(1);
    const [taken, dropped] = [await counted('frames', 'taken'), await counted('frames', 'dropped')];
    for (let sent = 0; sent < 150; sent += 1) speaking.notify('log', {});
    await eventually('all are counted once', async () => {
      const more =
        (await counted('frames', 'taken')) - taken + (await counted('frames', 'dropped')) - dropped;
      expect(more).to.be.at.most(150);
      return more === 150;
    });
    speaking.socket.send('x'.repeat(1024 * 1024 + 1));
    expect(await closed(speaking)).to.equal(1009);
  });

  // docs/ucentral.md#revocation
  it('closes a connection whose certificate is revoked, and keeps its files when a new one cannot be used', async () => {
    await site.write('revoked.pem', await issueRevocations(site.authority, [], VALID));
    const listening = await site.start({ UCENTRAL_CRL: `${site.folder}/revoked.pem` });
    const [device, other] = [await site.device(), await site.device()];
    const certificate = await issueDeviceCertificate(site.authority, device.macId, VALID);
    const speaking = await site.speak(listening, device, certificate);
    const staying = await site.speak(listening, other);
    staying.connect('v1');
    await isUp(other, 'v1');
    await site.write('revoked.pem', 'nothing of the kind');
    await listening.reload();
    await site.write('revoked.pem', await issueRevocations(rogue, [certificate.certificate], VALID));
    await listening.reload();
    expect(speaking.closedWith).to.equal(null);
    await site.write('revoked.pem', await issueRevocations(site.authority, [certificate.certificate], VALID));
    await listening.reload();
    expect(await closed(speaking)).to.equal(1008);
    const again = site.speak(listening, device, certificate).then(
      () => 'opened',
      () => 'refused',
    );
    expect(await again).to.equal('refused');
    expect(staying.closedWith).to.equal(null);
    staying.socket.terminate();
  });

  it('forgets a device that is removed from the inventory', async () => {
    const device = await site.device();
    const speaking = await site.speak(gateway, device);
    speaking.connect('v1', { capabilities: { platform: 'switch' } });
    await isUp(device, 'v1');
    const body = { devices: [device.macId] };
    expect((await site.fixture.call('POST', '/v1/access_points/remove_devices', { body })).status).to.equal(
      200,
    );
    const chatter = setInterval(() => {
      if (speaking.closedWith === null) speaking.notify('healthcheck', { sanity: 100 });
    }, 100);
    expect(await closed(speaking)).to.equal(1008);
    clearInterval(chatter);
    const { ucentralDevices } = site.service.deps.mongo.models;
    expect(await ucentralDevices.countDocuments({ _id: device._id })).to.equal(0);
  });

  it('closes its connections when it drains, and accepts no more', async () => {
    const draining = await site.start();
    const device = await site.device();
    const speaking = await site.speak(draining, device);
    speaking.connect('v1');
    await isUp(device, 'v1');
    await draining.drain();
    expect(await closed(speaking)).to.equal(1001);
    expect((await fetch(`${draining.probesUrl}/readyz`)).status).to.equal(503);
    const again = site.speak(draining, device).then(
      () => 'opened',
      () => 'refused',
    );
    expect(await again).to.equal('refused');
  });
});
