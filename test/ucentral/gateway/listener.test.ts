import { once } from 'node:events';
import { connect } from 'node:tls';
import { issueDeviceCertificate } from '../../../shared/ucentral/operations/issue-certificates.js';
import { eventually } from '../../fixtures/eventually.js';
import { uniqueMac } from '../../fixtures/records/device.js';
import { UcentralSite, VALID } from './ucentral-site.js';

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
});
