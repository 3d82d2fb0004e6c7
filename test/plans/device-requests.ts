import type { CallOptions } from '../fixtures/api.js';
import type { PlanFixture } from './plan-fixture.js';
import { sortedCursor, type PlannedRequest } from './planned-request.js';

type Get = (operation: string, path: string, query?: CallOptions['query']) => PlannedRequest;

const SORTS = ['id', '-name', 'mac_id', 'version', 'network_name', '-last_heard_at'];

/** Lists of devices by every filter in several orders, and one device. */
export function deviceLists({ devices, networks, tag }: PlanFixture, get: Get): PlannedRequest[] {
  const filters: NonNullable<CallOptions['query']>[] = [
    {},
    { search: 'kitchen 77' },
    { state: 'down' },
    { state: 'never_heard' },
    { network_id: networks[0]?._id ?? 0 },
    { tag_id: tag },
    { part_number: devices[41]?.partNumber ?? '' },
    { version: '1.0.0' },
    { version: '9.9.9' },
    { last_heard_before: '2026-01-01T00:00:00Z' },
    { configuration: 'failed' },
    { configuration: 'left_out' },
    { configuration: 'pending', network_id: networks[0]?._id ?? 0 },
  ];
  return [
    ...filters.flatMap((query) =>
      SORTS.map((sort) => get('list_devices', '/v1/devices', { ...query, sort })),
    ),
    ...['at', '-at'].flatMap((sort) =>
      [{}, { cursor: sortedCursor(sort, Date.now(), 'x') }].map((page) =>
        get('device_events', `/v1/devices/${devices[41]?._id ?? 0}/events`, { sort, ...page }),
      ),
    ),
    get('device_configuration', `/v1/devices/${devices[41]?._id ?? 0}/configuration`),
    get('configuration_meanings', '/v1/configuration_meanings'),
    get('show_overview', '/v1/overview'),
    get('show_sites', '/v1/overview/sites'),
    ...['kitchen 77', 'ki'].map((q) => get('quick_search', '/v1/search', { q })),
    get('online_series', '/v1/series/online', { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }),
    get('clients_series', '/v1/series/clients', { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }),
    get('traffic_series', '/v1/series/traffic', { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }),
    get('device_series', `/v1/devices/${devices[41]?._id ?? 0}/series`),
    get('network_radios', `/v1/networks/${networks[0]?._id ?? 0}/radios`),
    get('deaf_periods', '/v1/deaf_periods', { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }),
    ...[
      {},
      { state: 'closed' },
      { state: 'all', kind: 'device_down' },
      { network_id: networks[0]?._id ?? 0 },
    ].map((query) => get('list_alerts', '/v1/alerts', query)),
    get('show_device', `/v1/devices/${devices[41]?._id ?? 0}`),
  ];
}
