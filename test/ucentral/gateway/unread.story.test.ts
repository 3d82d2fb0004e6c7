import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { eventually } from '../../fixtures/eventually.js';
import { UcentralSite } from './ucentral-site.js';

const CONTENT = Buffer.alloc(125);
const AT_ONCE = 1000;
/** Much more than the system keeps for a connection. */
const MAX_PINGS = 600_000;

describe('a device that reads nothing', () => {
  let site: UcentralSite;
  before(async () => {
    site = await UcentralSite.open();
  });
  after(() => site.close());

  // docs/reliability.md#unread-answers
  it('is cut off when a megabyte of answers to its pings waits for it', async () => {
    const gateway = await site.start();
    const speaking = await site.speak(gateway, await site.device());
    speaking.connect('v1');
    const overflows = async (): Promise<number> => {
      const { values } = await gateway.deps.gatewayMetrics.closes.get();
      return values.find(({ labels }) => labels['reason'] === 'overflow')?.value ?? 0;
    };
    speaking.socket.pause();
    for (let sent = 0; sent < MAX_PINGS && (await overflows()) === 0; sent += AT_ONCE) {
      for (let index = 0; index < AT_ONCE; index += 1) speaking.socket.ping(CONTENT);
      await turn();
    }
    await eventually('it is cut off', async () => (await overflows()) === 1);
    expect((await fetch(`${gateway.probesUrl}/livez`)).status).to.equal(200);
    speaking.socket.terminate();
  });
});
