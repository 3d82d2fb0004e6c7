import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { connect } from 'node:tls';
import { expect } from 'chai';
import type { RunningGateway } from '../../../gateway/start-gateway.js';
import { issueDeviceCertificate } from '../../../shared/ucentral/operations/issue-certificates.js';
import { eventually } from '../../fixtures/eventually.js';
import { uniqueMac } from '../../fixtures/records/device.js';
import { SpeakingDevice, UcentralSite, VALID } from './ucentral-site.js';

describe('the listener of a gateway', () => {
  let site: UcentralSite;
  before(async () => {
    site = await UcentralSite.open();
  });
  after(() => site.close());

  // docs/ucentral.md#handshakes
  it('closes a connection on which no request follows the handshake', async () => {
    const gateway = await site.start();
    const { certificate: cert, key } = await issueDeviceCertificate(site.authority, uniqueMac(), VALID);
    const port = gateway.devicePort ?? 0;
    const socket = connect({ port, host: '127.0.0.1', cert, key, ca: site.authority.certificate });
    await once(socket, 'secureConnect');
    await eventually('the handshake is done', async () => {
      const { values } = await gateway.deps.gatewayMetrics.handshakes.get();
      return values.some(({ labels, value }) => labels['outcome'] === 'done' && value === 1);
    });
    socket.resume();
    await once(socket, 'close');
  });

  describe('behind a balancer that speaks the PROXY protocol', () => {
    const signature = '0d0a0d0a000d0a515549540a';
    let gateway: RunningGateway;
    before(async () => {
      gateway = await site.start({ UCENTRAL_PROXY_PROTOCOL: '2' });
    });

    // docs/ucentral.md#balancer
    it('takes the address of a device from the header', async () => {
      const device = await site.device();
      const issued = await issueDeviceCertificate(site.authority, device.macId, VALID);
      const port = gateway.devicePort ?? 0;
      const header = Buffer.from(`${signature}2111000cc0000207c00002010bb83a9a`, 'hex');
      const ca = site.authority.certificate;
      const speaking = await SpeakingDevice.open(port, device.macId, issued, ca, header);
      speaking.connect('v1');
      const { deviceStates } = site.service.deps.mongo.models;
      const state = await eventually('it is heard', async () => {
        const found = await deviceStates.findOne({ _id: device._id }).lean();
        return found?.lastHeartbeatAt ? found : null;
      });
      expect(state.publicIp).to.equal('192.0.2.7');
      speaking.socket.terminate();
    });

    // docs/ucentral.md#balancer
    it('closes connections without one, and those by which the balancer checks the gateway', async () => {
      const opening = site.speak(gateway, await site.device());
      expect(
        await opening.then(
          () => 'opened',
          () => 'refused',
        ),
      ).to.equal('refused');
      const check = connectTcp({ port: gateway.devicePort ?? 0, host: '127.0.0.1' });
      check.write(Buffer.from(`${signature}20000000`, 'hex'));
      check.resume();
      await once(check, 'close');
    });
  });
});
