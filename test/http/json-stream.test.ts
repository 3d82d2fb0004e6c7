import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { listBody } from '../../api/http/json-stream.js';
import { eventually } from '../fixtures/eventually.js';
import { HeldTimers } from '../fixtures/held-timers.js';
import { createLogger } from '../../shared/platform/observability/logger.js';

const log = createLogger('silent', 'test');
const STALL_MS = 3_600_000;

describe('listBody', () => {
  let read = 0;
  let held = 0;
  const acquire = (): (() => void) => {
    held += 1;
    return () => (held -= 1);
  };
  async function* batches(count: number, length: number): AsyncGenerator<string[], void, undefined> {
    for (let batch = 0; batch < count; batch += 1) {
      read += 1;
      yield [await Promise.resolve('x'.repeat(length))];
    }
  }
  const body = (count: number, length: number) =>
    listBody(
      { before: '[', batches: batches(count, length), after: ']' },
      { log, acquire, stallMs: STALL_MS },
    );
  beforeEach(() => {
    [read, held] = [0, 0];
  });

  it('returns a short list as text without acquiring a permit', async () => {
    expect(JSON.parse((await body(3, 10)) as string)).to.deep.equal(Array(3).fill('x'.repeat(10)));
    expect(held).to.equal(0);
  });

  it('returns a long list as a stream that holds a permit until it ends', async () => {
    const stream = (await body(40, 100_000)) as Readable;
    expect(held).to.equal(1);
    expect(JSON.parse(await text(stream))).to.deep.equal(Array(40).fill('x'.repeat(100_000)));
    if (!stream.closed) await once(stream, 'close');
    expect(held).to.equal(0);
  });

  it('reads at most two chunks ahead of the client, and is destroyed when the client stops reading', async () => {
    const timers = new HeldTimers(STALL_MS);
    const stream = (await body(1000, 100_000)) as Readable;
    const closed = new Promise((resolve) => stream.once('close', resolve));
    const failed = once(stream, 'error');
    stream.read(0);
    await eventually('it reads ahead', () => read >= 3 && timers.waiting === 1);
    timers.end(STALL_MS);
    timers.restore();
    await Promise.all([closed, failed.catch(() => undefined)]);
    expect(stream.errored?.message).to.equal('The client stopped reading');
    expect(read).to.be.within(3, 6);
    expect(held).to.equal(0);
  });
});
