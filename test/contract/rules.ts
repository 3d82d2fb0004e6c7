/** One rule or table row of the interface document, in our own words. */
export interface Rule {
  readonly operation: string;
  /** A number of a numbered rule, or the name of a row. */
  readonly id: string;
  readonly text: string;
  /** The rule of an operation that says the same, and whose tests count for this one too. */
  readonly sameAs?: string;
}

type Row = readonly [id: string, text: string, sameAs?: string];

const INVENTORY: Readonly<Record<string, readonly Row[]>> = {
  list_inventory: [
    ['1', 'without mac_id: the devices with meta; previous, next and count'],
    ['2', 'with mac_id and a match: that device without meta'],
    ['3', 'with mac_id and no match: 404 and 1011'],
    ['page', 'page is 1 unless given', 'list_inventory 1'],
    ['per_page', 'per_page is 100 unless given', 'list_inventory 1'],
    ['ui', 'ui adds fields'],
    ['device', 'every field of a device as it is shown'],
  ],
  rout_inventory_list: [
    ['1', 'up and down filter the returned rows, after the search'],
    ['2', 'a page above 1 without a cursor uses the stored one; it is kept for 30 minutes'],
    ['3', 'the total is counted without a cursor, else the stored one, else unknown'],
    ['4', 'restricted callers see their networks only; managing the inventory counts'],
    ['5', 'the next cursor is stored for the next page only when there is more'],
    ['6', 'next_page_token is a new UUID when there is more, else null'],
    ['per_page', 'per_page is 10 unless given and positive'],
    ['page', 'page is 1 unless given and at least 1'],
    ['sort_column', 'sorts by each column, by name unless told'],
    ['sort_direction', 'ascending unless told'],
    ['search', 'a text, or an object with value; trimmed'],
    ['search_after', 'the cursor as JSON text'],
    ['page_token', 'page_token is echoed'],
    ['draw', 'draw is echoed as an integer'],
    ['response', 'draw, totals, rows with every field, formats of times and is_up'],
    ['meta', 'every field of meta, also with an unknown total'],
  ],
  provisioning: [
    ['1', 'mac_id blank: 422 and 1012'],
    ['2', 'each MAC is validated'],
    ['3', 'MACs of the inventory without a network are valid and assigned'],
    ['4', 'without an invalid MAC: all are activated, 200'],
    ['5', 'inventory full: 422 and 1005'],
    ['6', 'otherwise 422 and 1006, with the invalid MACs'],
  ],
  apply_configuration: [
    ['1', 'mac_ids or both template parameters missing: 422 and 1015'],
    ['2', 'how MACs are normalised'],
    ['3', 'template by name, else by id; devices of the organisation'],
    ['4', 'no device: 404 and 1013; no template: 404 and 1014'],
    ['5', 'uplinks are flagged deleted; new ones by uplink_type'],
    ['6', 'unknown MACs count as not saved'],
    ['7', 'all saved: 200; else 422 with status 1016'],
  ],
  current_status: [
    ['1', 'device not in the inventory: 404 with status, msg and 1011'],
    ['2', 'data of the latest heartbeat; UP or DOWN; last_seen_time'],
    ['3', 'a switch has port_status; null without a configuration'],
  ],
  release_devices: [
    ['devices blank', '422 and 1026'],
    ['no matching device', '422 without a code'],
    ['all released', '200 with both lists'],
    ['some released, some failed', '422 with both lists'],
    ['none released, some failed', '422 with 1017 and both lists'],
    ['tier 2', '403 when any device is assigned, before anything is changed'],
  ],
  remove_devices: [
    ['devices blank', '422 and 1026'],
    ['no matching device', '422 without a code'],
    ['all removed', '200 with both lists'],
    ['some removed, some failed', '422 with both lists'],
    ['none removed, some failed', '422 with 1018 and both lists'],
    ['tier 2', 'the tier 2 check does not apply'],
  ],
  move_devices: [
    ['1', 'devices blank: 422 and 1026'],
    ['2', 'network not found: 404 and 1019'],
    ['3', 'all moved: 200 with the devices'],
    ['4', 'some failed: 422 with 1020 and both lists'],
    ['devices', 'read as ids first, and as MACs when none matches'],
  ],
  get_devices_from_serial: [['found', '200 with the records of the serials, each trimmed']],
};

const SSIDS: Readonly<Record<string, readonly Row[]>> = {
  list_network_ssids: [
    ['1', 'without a filter: the SSIDs of all networks, each once'],
    ['2', 'network_name before network_id: the SSIDs of that network'],
    ['3', 'network not found: 404 and 1001'],
  ],
  'SSID show': [
    ['found', '200 with every field'],
    ['not found', '404 and 1021'],
  ],
  'SSID create': [
    ['1', 'success: 200 with msg, id and ssid_name'],
    ['2', 'validation failure: 422 with all messages and 1024'],
    ['3', 'network not found: 404 and 1001'],
    ['parameters', 'a network_id that matches nothing gives way to the network of the SSID id'],
  ],
  'SSID update': [
    ['1', 'success: 200 with msg, id and ssid_name; id from network_ssid too'],
    ['2', 'validation failure: 422 with all messages and 1022'],
    ['3', 'not found: 404 and 1021'],
  ],
  update_network_ssid: [
    ['success', 'as SSID update'],
    ['not router mode', '422 and 1023 unless both values are in the request'],
    ['validation failure', '422 and 1022'],
    ['not found', '404 and 1021'],
  ],
  'SSID destroy': [
    ['1', 'success: 200 with msg, id and ssid_name'],
    ['2', 'not found, or without full access: 404 and 1021'],
    ['3', 'deletion failed: 422 and 1025'],
  ],
};

const UPGRADES: Readonly<Record<string, readonly Row[]>> = {
  'upgrades index': [
    ['list', "the organisation's upgrades"],
    ['id', 'with id only that one; an unknown id is 404'],
  ],
  'upgrades show': [
    ['found', 'the upgrade with every field'],
    ['unknown id', '404 with message and status'],
  ],
  'upgrades create': [
    ['1', 'no firmware release data at all: 422'],
    ['2', 'not manual: the latest version replaces the one sent'],
    ['3', 'devices without a url are collected and skipped'],
    ['4', 'a pending upgrade is created, or the one there is is updated'],
    ['5', 'unavailable devices: 422 naming the version and the MACs'],
    ['6', 'the HTTP status is the status of the body'],
  ],
  'upgrades update': [
    ['4', 'the pending upgrade is changed; with aps as by create'],
    ['unknown id', '404'],
    ['not pending', '422'],
  ],
  'upgrades delete': [
    ['pending', '200 with empty data'],
    ['not pending', '422'],
    ['failed', 'a deletion that fails: 422'],
    ['unknown id', '404'],
  ],
  upgrade_list: [
    ['1', 'sorts only with order and columns, and by the allowed names'],
    ['2', 'desc is descending, anything else ascending'],
    ['3', 'pages only with start and length'],
    ['search', 'a substring of each of the eight fields, whatever its case'],
    ['response', 'draw, both totals, rows with every field'],
    ['failure', '500 with error', 'Errors 500 upgrade_list failed'],
  ],
};

const ACROSS: Readonly<Record<string, readonly Row[]>> = {
  Endpoints: [
    ['suffix', 'the upgrade paths take .json', 'Endpoints GET /upgrades.json'],
    ['without JSON', 'the upgrade operations redirect to the upgrades index'],
  ],
  Authentication: [
    ['1', 'every /v1 operation needs a user, and acts on the organisation of that user only'],
    ['2', 'the token as a bearer or as the parameter access_token'],
    ['3', 'missing or invalid token: 401'],
    ['4', 'provisioning first checks that the network exists'],
    ['5', 'tier 2 may not release assigned devices', 'release_devices tier 2'],
    ['6', 'upgrade operations need a signed-in user, and are limited by role'],
    ['7', 'SSID create, update and destroy are refused to who may not change the SSID'],
    ['8', 'who sees unreleased firmware'],
  ],
  'Device assignment': [
    ['unassigned', 'provisioning assigns an unassigned device', 'provisioning 3'],
    ['not in inventory', 'provisioning activates a device', 'provisioning 4'],
    ['release', 'the network is cleared', 'release_devices all released'],
    ['removal', 'the device is deleted', 'remove_devices all removed'],
    ['move', 'the device stands in the target network', 'move_devices 3'],
  ],
  Upgrade: [
    ['defaults', 'automatic and now unless told; aps is AP:<device_id>; an empty status is shown as Pending'],
    ['created', 'no pending upgrade: one is created', 'upgrades create 4'],
    ['updated', 'a pending upgrade: its fields are replaced', 'upgrades update 4'],
    ['deleted', 'a pending upgrade is deleted', 'upgrades delete pending'],
  ],
  Limits: [
    ['list_inventory', 'per_page is 100 unless given', 'list_inventory 1'],
    ['rout_inventory_list', 'per_page is 10 unless given', 'rout_inventory_list per_page'],
    ['lifetime', 'the stored cursor and total are kept for 30 minutes', 'rout_inventory_list 2'],
    ['inventory size', 'at most no_of_aps devices, else 1005', 'provisioning 5'],
  ],
};

function rulesOf(table: Readonly<Record<string, readonly Row[]>>): Rule[] {
  return Object.entries(table).flatMap(([operation, rows]) =>
    rows.map(([id, text, sameAs]) => ({ operation, id, text, ...(sameAs === undefined ? {} : { sameAs }) })),
  );
}

/** Every rule and row of the interface document; its tables of paths and errors are tests by themselves. */
export const RULES: readonly Rule[] = [INVENTORY, SSIDS, UPGRADES, ACROSS].flatMap(rulesOf);
