import { expect } from 'chai';
import { runLoop } from '../../../dev/run-loop.js';
import type { RunningGateway } from '../../../gateway/start-gateway.js';
import { issueDeviceCertificate } from '../../../shared/ucentral/operations/issue-certificates.js';
import { eventually } from '../../fixtures/eventually.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { SpeakingDevice, UcentralSite, VALID } from './ucentral-site.js';

describe('connections with one certificate', () => {
  let site: UcentralSite;
  let gateways: readonly [RunningGateway, RunningGateway];
  before(async () => {
    site = await UcentralSite.open();
    const behindBalancer = { UCENTRAL_PROXY_PROTOCOL: '2' };
    gateways = [await site.start(behindBalancer), await site.start(behindBalancer)];
  });
  after(() => site.close());

  /** A function that connects the device from an address, and waits until the connection before it is closed. */
  async function replacing(device: TestDevice) {
    const issued = await issueDeviceCertificate(site.authority, device.macId, VALID);
    const ca = site.authority.certificate;
    let turn = 0;
    let before: SpeakingDevice | null = null;
    return async (address: number): Promise<SpeakingDevice> => {
      const port = gateways[turn % 2 === 0 ? 0 : 1].devicePort ?? 0;
      turn += 1;
      const speaking = await SpeakingDevice.open(port, device.macId, issued, ca, headerOf(address));
      speaking.connect(`v${turn}`, { capabilities: { platform: 'switch' } });
      await eventually('it owns the device', async () => (await site.recordOf(device))?.session === turn);
      const replaced = before;
      before = speaking;
      if (!replaced) return speaking;
      const chatter = setInterval(() => {
        if (replaced.closedWith === null) replaced.notify('healthcheck', { sanity: 100 });
      }, 100);
      expect(await eventually('the one before is closed', () => replaced.closedWith)).to.equal(1008);
      clearInterval(chatter);
      return speaking;
    };
  }

  const entriesOf = ({ _id }: TestDevice) =>
    site.service.deps.mongo.models.auditEntries.find({ subject: `device:${_id}` }).lean();

  // docs/ucentral.md#replaced
  it('that replace each other three times from two addresses open an alert', async () => {
    const device = await site.device();
    const connect = await replacing(device);
    for (const address of [7, 8, 7]) await connect(address);
    await eventually('two are noted', async () => (await site.recordOf(device))?.replacedAt?.length === 2);
    expect((await site.recordOf(device))?.conflictAt).to.equal(undefined);
    const last = await connect(8);
    const entries = await eventually('it is audited', async () => {
      const found = await entriesOf(device);
      return found.length > 0 ? found : null;
    });
    expect(entries.map(({ action, after }) => [action, after])).to.deep.equal([
      ['device.identity_conflict', { public_ips: ['192.0.2.7', '192.0.2.8'] }],
    ]);
    await runLoop('alertSources', site.service.deps);
    const isOpen = { kind: 'identity_conflict', subjectId: device._id, state: 'open' } as const;
    const alert = await site.service.deps.mongo.models.alerts.findOne(isOpen).orFail().lean();
    expect(alert.text).to.match(/^Connections from two addresses with the certificate of /);
    last.socket.terminate();
  });

  it('that replace each other from one address open none', async () => {
    const device = await site.device();
    const connect = await replacing(device);
    for (const address of [7, 7, 7]) await connect(address);
    const last = await connect(7);
    expect(await site.recordOf(device)).to.include({ session: 4, publicIp: '192.0.2.7' });
    expect((await site.recordOf(device))?.replacedAt).to.equal(undefined);
    expect(await entriesOf(device)).to.deep.equal([]);
    last.socket.terminate();
  });
});

/** What a balancer sends before the bytes of a device at 192.0.2.X. */
function headerOf(address: number): Buffer {
  const source = `c00002${address.toString(16).padStart(2, '0')}`;
  return Buffer.from(`0d0a0d0a000d0a515549540a2111000c${source}c00002010bb83a9a`, 'hex');
}
