import { expect } from 'chai';
import {
  stoppedDevices,
  type FailedCanary,
  type StagedFailures,
} from '../../../shared/bulk/domain/stopped-devices.js';

const canary = (deviceId: number, partNumber: string, fields: Partial<FailedCanary> = {}): FailedCanary => {
  const macId = `02:00:5E:10:00:0${deviceId}`;
  return { networkId: 7, partNumber, deviceId, macId, state: 'refused', code: 'apply', ...fields };
};

const reasonsOf =
  (failures: Partial<StagedFailures>, stopAfter: number | null = 3, isStaged = true) =>
  (partNumber: string, locationNetworkId: number | null = 7): string | null =>
    stoppedDevices({
      canaries: [],
      refusing: new Map(),
      settingsOf: () => ({ canary: isStaged, stopAfter }),
      ...failures,
    })({ partNumber, locationNetworkId });

describe('a staged operation', () => {
  // docs/administration.md#staged-refused
  it('stops for the part and network of a canary that has refused, and names it', () => {
    const reason = reasonsOf({ canaries: [canary(1, 'A')] });
    expect(reason('A')).to.equal(
      'The device 02:00:5E:10:00:01, which was changed first, refused the change: apply',
    );
    expect(reason('B')).to.equal(null);
    expect(reason('A', 8)).to.equal(null);
    const unassigned = reasonsOf({ canaries: [canary(1, 'A', { networkId: 0, state: 'lost', code: null })] });
    expect(unassigned('A', null)).to.include('did not report in time');
  });

  // docs/administration.md#staged-stop-after
  it('stops for a network in which stop_after different devices have refused', () => {
    const canaries = [canary(1, 'A'), canary(2, 'B'), canary(3, 'C', { state: 'lost', code: null })];
    expect(reasonsOf({ canaries })('D')).to.equal(null);
    const refusing = new Map([[7, [1, 2, 4]]]);
    expect(reasonsOf({ canaries, refusing })('D')).to.equal('3 devices of the network refused the change');
    expect(reasonsOf({ canaries, refusing })('D', 8)).to.equal(null);
    expect(reasonsOf({ canaries, refusing }, null)('D')).to.equal(null);
    expect(reasonsOf({ canaries, refusing }, 3, false)('D')).to.equal(null);
  });
});
