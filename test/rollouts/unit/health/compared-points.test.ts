import { expect } from 'chai';
import type { DevicePoint } from '../../../../shared/inventory/domain/device-points.js';
import {
  comparedSpans,
  lastPointAt,
  rankedDevices,
  spansBefore,
  strataOf,
  withClientsBefore,
} from '../../../../shared/rollouts/domain/health/compared-points.js';
import { NEW_ROW, type LookRow } from '../../../../shared/rollouts/domain/health/look-rows.js';
import { ids } from './look-fixture.js';

const START = new Date('2026-12-01T00:00:00Z');
const HOUR_S = 3600;
const at = (hours: number): Date => new Date(START.getTime() + hours * HOUR_S * 1000);
/** A device that began after so many hours. */
const row = (deviceId: number, given: Partial<LookRow> = {}, hours = 1): LookRow => ({
  ...NEW_ROW,
  ...{ deviceId, networkId: 3, began: 1, beganAt: hours * HOUR_S, outcome: 1, measures: 1, clients: 5 },
  ...given,
});
const treated = (deviceId: number, given: Partial<LookRow> = {}, hours = 1): LookRow =>
  row(deviceId, { upgradeId: deviceId, ...given }, hours);
const idsOf = (devices: readonly { deviceId: number }[]): number[] =>
  devices.map(({ deviceId }) => deviceId).sort((a, b) => a - b);

// docs/rollouts.md#signs-1
// docs/rollouts.md#signs-2
describe('the devices whose quantities are compared', () => {
  it('have begun two hours and four half hours ago', () => {
    const rows = [treated(1), row(2)];
    expect(rankedDevices(rows, START, at(4.5))).to.deep.equal([]);
    // The point of 4:30 is written by 4:35.
    const devices = rankedDevices(rows, START, at(4.6));
    expect(devices.map(({ deviceId, halfHours, last }) => [deviceId, halfHours, last])).to.deep.equal([
      [1, 4, at(4.5)],
      [2, 4, at(4.5)],
    ]);
  });

  it('are in networks with devices of both groups that verify and measure something', () => {
    const rows = [
      ...[treated(1), treated(2, { outcome: 2 }), row(3), row(4, { began: 0 }), row(5, { measures: 0 })],
      ...[treated(11, { networkId: 4 }), treated(12, { networkId: 4 })],
      ...[treated(21, { networkId: 0 }), row(22, { networkId: 0 })],
    ];
    expect(idsOf(rankedDevices(rows, START, at(9)))).to.deep.equal([1, 3]);
  });

  it('are at most 2,000, and 50 of a group and network', () => {
    const rows = ids(1, 9000).map((id) => {
      const networkId = 1 + (id % 30);
      return id % 2 === 0 ? treated(id, { networkId }) : row(id, { networkId: 1 + ((id + 1) % 30) });
    });
    const devices = rankedDevices(rows, START, at(9));
    expect(devices).to.have.length(1500);
    const spread = ids(1, 9000).map((id) => {
      const networkId = 1 + Math.floor(id / 4);
      return id % 2 === 0 ? treated(id, { networkId }) : row(id, { networkId });
    });
    expect(rankedDevices(spread, START, at(9)).length).to.be.within(1990, 2000);
  });

  it('are compared over at most a day, with as long a time directly before they began', () => {
    const [device] = rankedDevices([treated(1), row(2)], START, at(6.1));
    if (!device) throw new Error('There is none');
    expect(comparedSpans(device, at(6.1))).to.deep.equal([
      { deviceId: 1, from: at(-2.5), to: at(1) },
      { deviceId: 1, from: at(3), to: new Date(at(6).getTime() + 1) },
    ]);
    const [later] = rankedDevices([treated(1), row(2)], START, at(40.1));
    if (!later) throw new Error('There is none');
    expect(comparedSpans(later, at(40.1)).map(({ from }) => from)).to.deep.equal([at(-23), at(16.5)]);
    expect(comparedSpans(later, at(7 * 24)), 'points are kept seven days').to.have.length(1);
  });

  it('are looked at once for each half hour, when its points are written', () => {
    expect(lastPointAt(at(4.5))).to.deep.equal(at(4));
    expect(lastPointAt(new Date(at(4.5).getTime() + 300_000))).to.deep.equal(at(4.5));
  });

  it('are ranked within their networks', () => {
    const rows = [treated(1), treated(2), row(3), treated(11, { networkId: 4 }), row(12, { networkId: 4 })];
    const devices = rankedDevices(rows, START, at(6.1));
    const points = new Map(
      idsOf(rows).map((id) => [
        id,
        [-2.5, -2, -1.5, -1, -0.5, 0, 0.5, 3, 3.5, 4, 4.5, 5, 5.5, 6].map((hours): DevicePoint => ({
          at: at(hours),
          online: true,
          clients: hours < 1 ? 1 : id,
          ...{ rxBytes: null, txBytes: null, busyPercent: null, memFreeKb: null },
          ...{ joined: null, refused: null, restarts: 0 },
        })),
      ]),
    );
    const change = (id: number): number => Math.log((id + 1) / 2);
    const found = strataOf(devices, points);
    expect([...found.keys()]).to.deep.equal(['clients']);
    expect(found.get('clients')).to.have.deep.members([
      { treated: [change(1), change(2)], control: [change(3)] },
      { treated: [change(11)], control: [change(12)] },
    ]);
  });
});

// docs/rollouts.md#signs-3
describe('the clients that a device had before', () => {
  it('are the median of two hours, read at the look at which it begins', () => {
    const rows = [treated(1), treated(2, { began: 2 }), treated(3, { clients: -1 })];
    const spans = spansBefore(rows, 1, START);
    expect(spans).to.deep.equal([{ deviceId: 1, from: at(-1), to: at(1) }]);
    const point = (clients: number | null) => ({ clients }) as DevicePoint;
    const points = new Map([
      [1, [9, 4, null, 2, 7].map(point)],
      [2, [8].map(point)],
    ]);
    const found = withClientsBefore(rows, points, 1).map(({ clientsBefore }) => clientsBefore);
    expect(found).to.deep.equal([4, -1, -1]);
  });
});
