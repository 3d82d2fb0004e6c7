import { expect } from 'chai';
import type { ConfigurationReport } from '../../../shared/configuration/records/domain/device-configuration.js';
import { DeviceMemory, type RememberedDevice } from '../../../shared/heartbeats/domain/device-memory.js';
import type { Heartbeat } from '../../../shared/heartbeats/domain/heartbeat.js';
import { hashToken } from '../../../shared/platform/values/secrets.js';

const MAC = '02:00:00:00:00:01';
const KEY = hashToken('key');
const REPORT: ConfigurationReport = {
  revision: null,
  state: null,
  attempted: null,
  attempt: null,
  error: null,
  drifted: false,
  mended: false,
  waitingS: null,
  leftOut: [],
  agent: null,
};
const REF = { organisationId: 1, deviceId: 7 };

const remembered = (revision: number, keyHash: string | null = KEY): RememberedDevice => ({
  ref: REF,
  keyHash,
  device: { _id: 7, firmwareVersion: '1.0.0', partNumber: 'P', revision, locationNetworkId: 3 },
  configuration: undefined,
  traffic: undefined,
});

const beat = (fields: Partial<Heartbeat> = {}): Heartbeat => ({
  macId: MAC,
  ref: REF,
  at: new Date(0),
  publicIp: '192.0.2.1',
  firmwareVersion: '1.0.0',
  uptimeS: 1,
  ports: null,
  report: null,
  authentication: { keyHash: KEY, isRemembered: false },
  ...fields,
});

describe('the memory of devices', () => {
  let now = 0;
  let memory: DeviceMemory;
  beforeEach(() => {
    now = 0;
    memory = new DeviceMemory(1, () => now);
  });

  // docs/reliability.md#memory-4
  it('accepts a key that was authenticated twice at one revision, and not before', () => {
    memory.remember(MAC, remembered(1));
    expect(memory.authenticated(MAC, KEY)).to.equal(null);
    memory.remember(MAC, remembered(2));
    expect(memory.authenticated(MAC, KEY)).to.equal(null);
    memory.remember(MAC, remembered(2));
    expect(memory.authenticated(MAC, KEY)).to.deep.equal(REF);
    expect(memory.authenticated(MAC, hashToken('other'))).to.equal(null);
    memory.remember(MAC, remembered(2, hashToken('other')));
    expect(memory.authenticated(MAC, hashToken('other'))).to.equal(null);
  });

  it('remembers a device that keeps a connection at once', () => {
    memory.remember(MAC, remembered(1, null));
    const { authentication: _, ...overConnection } = beat();
    expect(memory.ordinary(overConnection)?.device.revision).to.equal(1);
    expect(memory.ordinary(beat()), 'by HTTP').to.equal(null);
  });

  for (const [what, fields] of [
    ['another firmware', { firmwareVersion: '1.0.1' }],
    [
      'a report of an upgrade',
      { report: { id: 1, state: 'downloading', progress: undefined, message: undefined } },
    ],
    ['another key', { authentication: { keyHash: hashToken('other'), isRemembered: false } }],
    ['another owner', { ref: { organisationId: 2, deviceId: 8 } }],
    ['a first report of a configuration', { configuration: REPORT }],
  ] as const) {
    // docs/reliability.md#memory-3
    it(`has nothing for a heartbeat with ${what}`, () => {
      memory.remember(MAC, remembered(1));
      memory.remember(MAC, remembered(1));
      expect(memory.ordinary(beat())).not.to.equal(null);
      expect(memory.ordinary(beat(fields))).to.equal(null);
    });
  }

  // docs/reliability.md#memory-5
  it('keeps what it has when it is full, for an hour', () => {
    const macs = Array.from({ length: 1100 }, (_, index) => `mac ${index}`);
    const isKnown = (macId: string): boolean => {
      memory.remember(macId, remembered(1));
      memory.remember(macId, remembered(1));
      return memory.authenticated(macId, KEY) !== null;
    };
    expect(macs.filter(isKnown)).to.deep.equal(macs.slice(0, 1024));
    now = 3_600_000;
    expect(memory.authenticated('mac 0', KEY)).to.equal(null);
    expect(isKnown('mac 1099')).to.equal(true);
  });

  it('of 0 MiB remembers nothing', () => {
    memory = new DeviceMemory(0, () => now);
    memory.remember(MAC, remembered(1));
    memory.remember(MAC, remembered(1));
    expect(memory.ordinary(beat())).to.equal(null);
  });
});
