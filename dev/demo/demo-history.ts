import type { DeviceEventRecord } from '../../shared/inventory/models/device-event.js';
import type { OnlineSeriesRecord } from '../../shared/activity/models/online-series.js';
import { RESOLUTIONS, recordFrom, stepAt } from '../../shared/activity/domain/series-steps.js';
import type { AuditEntryRecord } from '../../shared/audit/models/audit-entry.js';
import { interpolate, seededRandom } from '../simulator/seeded-random.js';
import { clientsOfPlace, RATES } from '../simulator/wifi.js';
import { HOTELS, USERS } from './demo-organisations.js';
import { NEVER_HEARD } from './demo-fleet.js';
import { demoUpgrades, versionEvents } from './demo-upgrades.js';
import type { FleetRecords } from './fleet-records.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** Until then the devices have been heard; the worker's first counts would show a fleet that is down. */
const MINUTES_AHEAD = 1;
const SINGLE_OUTAGES = 40;
const SEED = 7;
/** That of the simulator by default, so that the clients go on as they were. */
const SIMULATOR_SEED = 1;
const QUARTER = 15;

/** A time in which a device was not heard, in minutes before now. */
interface Outage {
  readonly deviceId: number;
  readonly networkId: number | null;
  readonly from: number;
  readonly to: number;
}

/** What the demo's organisation has behind it. */
export interface DemoHistory {
  /** The last time with points of the series. */
  readonly until: Date;
  readonly series: readonly OnlineSeriesRecord[];
  readonly events: readonly DeviceEventRecord[];
  readonly entries: readonly AuditEntryRecord[];
}

/**
 * The day before `now`: devices that went down and came back, how many were up, and what people changed; and the events of
 * the upgrades of the days before.
 */
export function demoHistory(fleet: FleetRecords, now: Date): DemoHistory {
  const outages = outagesOf(fleet);
  const versions = versionEvents(demoUpgrades(fleet.devices, now));
  return {
    until: new Date(now.getTime() + MINUTES_AHEAD * MINUTE_MS),
    series: seriesOf(fleet, outages, now),
    events: [...eventsOf(outages, now), ...versions],
    entries: entriesOf(now),
  };
}

function devicesOf({ devices, hardware_parts: parts }: FleetRecords) {
  const switches = new Set(parts.filter((part) => part.is_switch).map((part) => part.part_number));
  return devices
    .filter(({ id, organisation_id: organisation }) => organisation === HOTELS && !NEVER_HEARD.has(id))
    .map(({ id, location_network_id: networkId, mac_id: macId, part_number: part }) => {
      return { deviceId: id, networkId, macId, hasClients: !switches.has(part) };
    });
}

/** One power cut in a network, and outages of single devices; all have ended. */
function outagesOf(fleet: FleetRecords): Outage[] {
  const devices = devicesOf(fleet);
  const cut = devices
    .filter(({ networkId }) => networkId === 4)
    .map((device) => ({ ...device, from: 540, to: 498 }));
  const single = devices
    .filter(({ networkId }) => networkId !== 4)
    .filter((_, index) => index % Math.floor(devices.length / SINGLE_OUTAGES) === 0)
    .map((device) => {
      const draw = (what: string) => seededRandom(SEED, what, device.deviceId);
      const from = Math.floor(interpolate([60, DAY_MINUTES], draw('from')));
      return { ...device, from, to: Math.max(5, from - Math.floor(interpolate([5, 90], draw('length')))) };
    });
  return [...cut, ...single];
}

/** The records of every resolution, for each network, for devices without one (0) and for all (null). */
function seriesOf(fleet: FleetRecords, outages: readonly Outage[], now: Date): OnlineSeriesRecord[] {
  const devices = devicesOf(fleet);
  const tallyKeys = [null, ...new Set(devices.map(({ networkId }) => networkId ?? 0))];
  const records = new Map<string, OnlineSeriesRecord>();
  for (const tallyKey of tallyKeys) {
    const isHere = ({ networkId }: { networkId: number | null }) =>
      tallyKey === null || (networkId ?? 0) === tallyKey;
    const total = devices.filter(isHere).length;
    const here = outages.filter(isHere);
    const air = airOf(
      devices.filter((device) => device.hasClients && isHere(device)).map(({ macId }) => macId),
      now,
    );
    for (const resolution of RESOLUTIONS) {
      for (let minute = DAY_MINUTES; minute >= -MINUTES_AHEAD; minute -= resolution.stepS / 60) {
        const { from, step } = stepAt(resolution, new Date(now.getTime() - minute * MINUTE_MS));
        const empty = {
          ...recordFrom(HOTELS, tallyKey, resolution, from),
          organisationId: HOTELS,
          points: {},
        };
        const record: OnlineSeriesRecord = records.get(empty._id) ?? empty;
        const down = here.filter((outage) => outage.from >= minute && outage.to < minute).length;
        record.points[step] = [total - down, down, ...air(minute)];
        records.set(record._id, record);
      }
    }
  }
  return [...records.values()];
}

/** The clients and the totals of bytes of some access points by minute before now; they change every quarter of an hour. */
function airOf(macIds: readonly string[], now: Date): (minute: number) => [number, number, number] {
  const clients = new Map<number, number>();
  const clientsAt = (quarter: number): number => {
    const known = clients.get(quarter);
    if (known !== undefined) return known;
    const time = now.getTime() - quarter * QUARTER * MINUTE_MS;
    const counted = macIds.reduce(
      (sum, mac) => sum + Math.round(clientsOfPlace(SIMULATOR_SEED, mac, time)),
      0,
    );
    clients.set(quarter, counted);
    return counted;
  };
  const first = Math.ceil(DAY_MINUTES / QUARTER);
  return (minute) => {
    const quarter = Math.ceil(minute / QUARTER);
    let clientSeconds = clientsAt(quarter) * (quarter * QUARTER - minute) * 60;
    for (let before = first; before > quarter; before -= 1) clientSeconds += clientsAt(before) * QUARTER * 60;
    const total = (rate: number): number => Math.round(clientSeconds * rate);
    return [clientsAt(quarter), total(RATES.rx), total(RATES.tx)];
  };
}

function eventsOf(outages: readonly Outage[], now: Date): DeviceEventRecord[] {
  return outages.flatMap(({ deviceId, from, to }) => {
    const event = (kind: DeviceEventRecord['kind'], minute: number, planned: boolean | null) => ({
      _id: `${deviceId}:0:${kind}`,
      organisationId: HOTELS,
      deviceId,
      at: new Date(now.getTime() - minute * MINUTE_MS),
      kind,
      planned,
      before: null,
      after: null,
    });
    return [event('went_down', from, false), event('came_up', to, null)];
  });
}

function entriesOf(now: Date): AuditEntryRecord[] {
  const superAdmin = `user:${USERS[0]?.id ?? 0}`;
  const admin = `user:${USERS[1]?.id ?? 0}`;
  const changes = [
    {
      minute: 1380,
      actor: admin,
      action: 'network.created',
      subject: 'network:4',
      after: { network_name: 'Lakeside Hotel' },
    },
    {
      minute: 1130,
      actor: superAdmin,
      action: 'user.updated',
      subject: 'user:3',
      before: { role: 'viewer' },
      after: { role: 'operator' },
    },
    {
      minute: 610,
      actor: 'user:3',
      action: 'ssid.updated',
      subject: 'ssid:1',
      before: { network_id: 1, dhcp_lease_time: 1800 },
      after: { network_id: 1, dhcp_lease_time: 3600 },
    },
    {
      minute: 240,
      actor: admin,
      action: 'network.updated',
      subject: 'network:4',
      before: { network_name: 'Lakeside Hotel' },
      after: { network_name: 'Lakeside Resort' },
    },
  ];
  return changes.map(({ minute, before = null, ...change }) => ({
    _id: `demo:${change.subject}:${change.action}`,
    organisationId: HOTELS,
    at: new Date(now.getTime() - minute * MINUTE_MS),
    before,
    reason: null,
    requestId: null,
    ...change,
  }));
}
