import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { FrameReader } from '../../../gateway/connection/frame-reader.js';
import type { Frame } from '../../../shared/ucentral/domain/frame.js';

const MAC = '02:00:5E:10:00:01';
const SERIAL = '02005e100001';

describe('the reader of the messages of a device', () => {
  const counts = new Map<string, number>();
  const taken: string[] = [];
  let failed: string[];
  let reader: FrameReader;
  beforeEach(() => {
    counts.clear();
    taken.length = 0;
    failed = [];
    const user = {
      take: (frame: Frame) => {
        taken.push(frame.kind);
        return Promise.resolve();
      },
      count: (outcome: string) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1),
      fail: (reason: string) => failed.push(reason),
    };
    reader = new FrameReader(MAC, user, () => 0);
  });

  const send = (message: object): void => {
    reader.receive(Buffer.from(JSON.stringify(message)), false);
  };
  const notify = (method: string, params: object): void => {
    send({ jsonrpc: '2.0', method, params: { serial: SERIAL, ...params } });
  };
  async function read(messages: number): Promise<void> {
    const seen = (): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
    while (seen() < messages) await new Promise(setImmediate);
    await new Promise(setImmediate);
  }

  // docs/ucentral.md#limits
  it('drops states beyond the limit without inflating them, and no result', async () => {
    for (let sent = 0; sent < 100; sent += 1) notify('log', {});
    // Not zlib: it is malformed when it is inflated.
    notify('state', { compress_64: 'AAAA' });
    send({ jsonrpc: '2.0', id: 5, result: { serial: SERIAL, uuid: 7, status: { error: 0 } } });
    const progress = { type: 'firmware_upgrade_status', payload: { operation: 'download', percentage: 3 } };
    notify('event', { data: { event: [0, progress] } });
    notify('event', { data: { event: [0, { type: 'other' }] } });
    await read(104);
    expect(taken.slice(100)).to.deep.equal(['result', 'upgradeEvent']);
    expect(Object.fromEntries(counts)).to.deep.equal({ taken: 102, dropped: 2 });
  });

  it('reads compressed parameters, in order, and refuses the serial of another device', async () => {
    const content = JSON.stringify({ serial: SERIAL, uuid: 1, state: {} });
    notify('state', { compress_64: deflateSync(content).toString('base64') });
    notify('healthcheck', { sanity: 90 });
    notify('state', { serial: '02005e100002', state: {} });
    await read(3);
    expect(taken).to.deep.equal(['state', 'healthcheck']);
    expect(Object.fromEntries(counts)).to.deep.equal({ taken: 2, other_serial: 1 });
  });

  // docs/ucentral.md#limits
  it('drops what is long or compressed beyond the limit, whatever it is, and repetitions of connect', async () => {
    for (let sent = 0; sent < 100; sent += 1) notify('log', {});
    const event = { serial: SERIAL, data: { event: [0, { type: 'firmware_upgrade_status', payload: {} }] } };
    notify('event', { compress_64: deflateSync(JSON.stringify(event)).toString('base64') });
    send({
      jsonrpc: '2.0',
      id: 5,
      result: { serial: SERIAL, status: { error: 0, text: 'x'.repeat(70_000) } },
    });
    notify('connect', { uuid: 1, firmware: 'v1' });
    await read(103);
    expect(Object.fromEntries(counts)).to.deep.equal({ taken: 100, dropped: 3 });
  });

  it('reads few messages that inflate to much', async () => {
    const content = JSON.stringify({ serial: SERIAL, uuid: 1, state: { x: 'x'.repeat(3 * 1024 * 1024) } });
    for (let sent = 0; sent < 4; sent += 1)
      notify('state', { compress_64: deflateSync(content).toString('base64') });
    await read(4);
    expect(Object.fromEntries(counts)).to.deep.equal({ taken: 3, dropped: 1 });
  });

  it('gives up a device that has more than 4 MiB of unread messages', async () => {
    for (let sent = 0; sent < 5; sent += 1) notify('log', { log: 'x'.repeat(1024 * 1024 - 1000) });
    expect(failed).to.deep.equal(['overflow']);
    await read(4);
  });

  it('gives up a device that has 200 unread messages', async () => {
    for (let sent = 0; sent < 201; sent += 1) notify('log', {});
    expect(failed).to.deep.equal(['overflow']);
    await read(200);
  });
});
