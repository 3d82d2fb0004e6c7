const AP = '/v1/access_points';

type Query = Record<string, string | number>;
export type Reading = readonly [path: string, query: Query];

/** What a fleet has that reading operations ask for. */
interface Known {
  readonly macs: readonly string[];
  readonly serial: string;
  readonly networkId: number;
  readonly ssidIds: readonly number[];
  readonly upgradeIds: readonly number[];
}

/** Requests of every operation that only reads, by the operation's name. */
export function readingRequests({
  macs,
  serial,
  networkId,
  ssidIds,
  upgradeIds,
}: Known): Map<string, Reading[]> {
  const order = (data: string, dir: string): Query => ({
    'columns[0][data]': data,
    'order[0][column]': 0,
    'order[0][dir]': dir,
    start: 0,
    length: 50,
  });
  return new Map<string, Reading[]>([
    [
      'list_inventory',
      [
        [`${AP}/list_inventory`, { ui: 1 }],
        ...macs.map((mac_id) => [`${AP}/list_inventory`, { mac_id, ui: 1 }] satisfies Reading),
      ],
    ],
    [
      'rout_inventory_list',
      ['name', 'mac_id', 'firmware_version', 'network_name', 'activated_on', 'last_hb_on', 'id'].flatMap(
        (sort_column) =>
          ['', 'up', 'down', 'lob'].map(
            (search) => [`${AP}/rout_inventory_list`, { sort_column, search }] satisfies Reading,
          ),
      ),
    ],
    ['current_status', macs.map((mac_id) => [`${AP}/current_status`, { mac_id }] satisfies Reading)],
    ['get_devices_from_serial', [[`${AP}/get_devices_from_serial`, { serial }]]],
    [
      'list_network_ssids',
      [
        ['/v1/network_ssids', {}],
        ['/v1/list_network_ssids', { network_id: networkId }],
      ],
    ],
    ['SSID show', ssidIds.map((id) => [`/v1/network_ssids/${id}`, {}] satisfies Reading)],
    [
      'upgrade_list',
      ['id', 'version', 'mac_id', 'aps', 'schedule_at', 'status', 'created_at', 'updated_at'].flatMap(
        (column) =>
          ['asc', 'desc'].map((dir) => ['/upgrades/upgrade_list.json', order(column, dir)] satisfies Reading),
      ),
    ],
    [
      'upgrade targets',
      ['', 'lob', 'a'].map((search) => ['/upgrades/targets.json', { search }] satisfies Reading),
    ],
    ['upgrade releases', [['/upgrades/releases.json', {}]]],
    ['upgrade schedules', [['/upgrades/schedules.json', {}]]],
    [
      'upgrades progress',
      upgradeIds.map((id) => ['/upgrades/progress.json', { 'ids[]': id }] satisfies Reading),
    ],
    [
      'upgrades index',
      [
        ['/upgrades.json', {}],
        ['/upgrades.json', { page: 2, per_page: 2 }],
      ],
    ],
    ['list_access_tokens', [['/v1/access_tokens', {}]]],
    ['upgrades show', upgradeIds.map((id) => [`/upgrades/${id}.json`, {}] satisfies Reading)],
  ]);
}
