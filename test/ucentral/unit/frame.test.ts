import { expect } from 'chai';
import {
  readEnvelope,
  readFrame,
  type Frame,
  type FrameFault,
} from '../../../shared/ucentral/domain/frame.js';
import { macOfCommonName, isSerialOf } from '../../../shared/ucentral/domain/client-name.js';
import { fullBudget, spend, spendInflated } from '../../../shared/ucentral/domain/frame-budget.js';

function read(message: unknown): Frame | FrameFault {
  const envelope = readEnvelope(typeof message === 'string' ? message : JSON.stringify(message));
  return typeof envelope === 'string' ? envelope : readFrame(envelope);
}

function nested(levels: number): string {
  const params = `{"serial":"02005e100001","data":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  return `{"method":"log","params":${params}}`;
}

describe('a message of a device', () => {
  it('is a connection with what the device runs, without its password', () => {
    const params = {
      serial: '02005E100001',
      uuid: 7,
      firmware: 'TIP-v3.0.2',
      reason: 'socket',
      password: 'secret',
      capabilities: { platform: 'ap' },
    };
    expect(read({ jsonrpc: '2.0', method: 'connect', params })).to.deep.equal({
      kind: 'connect',
      serial: '02005E100001',
      uuid: 7,
      firmware: 'TIP-v3.0.2',
      reason: 'socket',
      capabilities: { platform: 'ap' },
    });
  });

  it('is a result with its id and error', () => {
    const result = { serial: '02005e100001', uuid: 9, status: { error: 2, text: 'the whole command' } };
    const read9 = { kind: 'result', serial: '02005e100001', id: 3, uuid: 9, error: 2, rejected: [] };
    expect(read({ jsonrpc: '2.0', id: 3, result })).to.deep.equal(read9);
  });

  it('takes the serial from the compressed parameters', () => {
    const envelope = readEnvelope('{"method":"state","params":{"compress_64":"eJw=","compress_sz":2}}');
    if (typeof envelope === 'string') throw new Error(envelope);
    expect(envelope.compressed).to.equal('eJw=');
    const inflated = '{"serial":"02005e100001","uuid":1,"state":{"unit":{}}}';
    expect(readFrame(envelope, inflated)).to.include({ kind: 'state', serial: '02005e100001' });
  });

  it('is refused when it has no serial, is malformed or is too deep', () => {
    expect(read({ method: 'state', params: { state: {} } })).to.equal('no_serial');
    for (const text of ['', '[]', 'null', '{"method":1}', '{"method":"connect","params":{"serial":"x"}}'])
      expect(read(text), text).to.equal('malformed');
    expect(read(nested(30))).to.include({ kind: 'other' });
    expect(read(nested(31))).to.equal('too_deep');
    expect(
      read(`{"method":"log","params":{"serial":"02005e100001","log":"${'['.repeat(100)}\\""}}`),
    ).to.include({
      kind: 'other',
    });
  });

  it('has no control characters, broken characters or long text in its firmware and reason', () => {
    const long = { firmware: ` v\u0000\ud800${'1'.repeat(200)}`, reason: '\u001b[2J' };
    const read7 = read({ method: 'connect', params: { serial: '02005e100001', uuid: 7, ...long } });
    expect(read7).to.include({ firmware: `v\ufffd\ufffd${'1'.repeat(124)}`, reason: '\ufffd[2J' });
  });

  it('is too large when it connects with capabilities of more than 256 kB', () => {
    const connect = (length: number) => ({
      method: 'connect',
      params: { serial: '02005e100001', firmware: 'v1', capabilities: { x: 'x'.repeat(length) } },
    });
    expect(read(connect(200 * 1024))).to.include({ kind: 'connect' });
    expect(read(connect(256 * 1024))).to.equal('too_large');
    const envelope = readEnvelope('{"method":"connect","params":{"compress_64":"eJw="}}');
    if (typeof envelope === 'string') throw new Error(envelope);
    expect(readFrame(envelope, JSON.stringify(connect(256 * 1024).params))).to.equal('too_large');
  });

  it('is that of the device whose certificate has one common name', () => {
    expect(macOfCommonName('02005e100001')).to.equal('02:00:5E:10:00:01');
    expect(macOfCommonName('02-00-5e-10-00-01')).to.equal('02:00:5E:10:00:01');
    expect(macOfCommonName(['02005e100001', '02005e100002'])).to.equal(null);
    expect(macOfCommonName(undefined)).to.equal(null);
    expect(isSerialOf('02:00:5E:10:00:01', '02005E100001')).to.equal(true);
    expect(isSerialOf('02:00:5E:10:00:01', '02005e100002')).to.equal(false);
  });

  it('is one of a hundred at once and of twenty a second', () => {
    let budget = fullBudget(0);
    const fits = (now: number): boolean => {
      const spent = spend(budget, 1000, now);
      budget = spent.budget;
      return spent.fits;
    };
    expect(Array.from({ length: 101 }, () => fits(0)).filter(Boolean)).to.have.length(100);
    expect(Array.from({ length: 21 }, () => fits(1000)).filter(Boolean)).to.have.length(20);
  });

  it('counts as several when it is longer than 64 kB, or inflates to more', () => {
    const { budget } = spend(fullBudget(0), 640 * 1024, 0);
    expect(budget.left).to.equal(90);
    expect(spendInflated(budget, 640 * 1024, 1280 * 1024).left).to.equal(80);
    expect(spendInflated(budget, 1000, 5000).left).to.equal(90);
  });
});
