import Joi from 'joi';
import {
  listUpgradeTable,
  walkUpgradeTable,
  type WholeUpgradeTable,
} from '../../shared/upgrades/operations/list/list-upgrade-table.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { acquireStream, JSON_TYPE, listBody } from '../http/json-stream.js';
import { PATHS } from '../paths.js';
import { readTableQuery, wholeNumber, type RawTableQuery } from './table-query.js';
import type { UpgradeRecord } from '../../shared/upgrades/models/upgrade.js';
import { presentUpgrade } from './present-upgrade.js';

/** One row of the upgrade table (docs/interface.md#upgrade_list). */
function presentUpgradeRow(upgrade: UpgradeRecord) {
  const shown = presentUpgrade(upgrade);
  return {
    id: shown.id,
    version: shown.version,
    aps: shown.aps,
    mac_id: [upgrade.macId],
    device_names: [upgrade.deviceName],
    router_inventory_ids: [upgrade.routerInventoryId],
    schedule_type: shown.schedule_type,
    schedule_at: shown.schedule_at,
    time_zone: shown.time_zone,
    status: shown.status,
    created_at: shown.created_at,
    updated_at: shown.updated_at,
  };
}

const upgradeRowSchema = Joi.object({
  id: Joi.number().integer().required(),
  version: Joi.string().required(),
  aps: Joi.string().required(),
  mac_id: Joi.array().items(Joi.string()).required(),
  device_names: Joi.array().items(Joi.string().allow('')).required(),
  router_inventory_ids: Joi.array().items(Joi.number().integer()).required(),
  schedule_type: Joi.string().required(),
  schedule_at: Joi.string().isoDate().allow(null).required(),
  time_zone: Joi.string().allow(null).required(),
  status: Joi.string().required(),
  created_at: Joi.string().isoDate().required(),
  updated_at: Joi.string().isoDate().required(),
});

async function* present(rows: WholeUpgradeTable['rows']) {
  for await (const batch of rows) yield batch.map(presentUpgradeRow);
}

interface Input extends RawTableQuery {
  draw?: unknown;
}

const count = Joi.number().integer().min(0).required();

export const upgradeListEndpoint = endpoint<Input>({
  operation: 'upgrade_list',
  summary: 'The upgrade table for DataTables: search, order, pages',
  family: 'table',
  access: 'user',
  changes: false,
  routes: PATHS.upgradeList,
  // An unreadable parameter is treated as absent (table-query.ts), so that a table in a browser does not break.
  input: Joi.object({
    draw: Joi.any().description('Integer, echoed'),
    search: Joi.any().description('Text, or an object with `value`'),
    order: Joi.any().description('Array or object whose first entry has `column` and `dir`'),
    columns: Joi.any().description('Entries with `data`, the name of a field'),
    start: Joi.any().description('Offset'),
    length: Joi.any().description('Rows, at most 1,000; -1 means 1,000. All rows without start or length'),
    access_token: accessToken,
  }),
  output: {
    200: Joi.object({
      draw: Joi.number().integer().allow(null).required(),
      recordsTotal: count,
      recordsFiltered: count,
      data: Joi.array().items(upgradeRowSchema).required(),
    }),
  },
  refusals: [],
  async handle({ deps, caller, input }) {
    const { limit, ...query } = readTableQuery(input);
    const draw = wholeNumber(input.draw);
    if (limit !== null) {
      const { total, filtered, rows } = await listUpgradeTable(deps, caller, { ...query, limit });
      const data = rows.map(presentUpgradeRow);
      return { status: 200, body: { draw, recordsTotal: total, recordsFiltered: filtered, data } };
    }
    const { total, filtered, rows } = await walkUpgradeTable(deps, caller, query);
    const counts = JSON.stringify({ draw, recordsTotal: total, recordsFiltered: filtered }).slice(0, -1);
    const body = await listBody(
      { before: `${counts},"data":[`, batches: present(rows), after: ']}' },
      { log: deps.log, acquire: () => acquireStream(deps, caller) },
    );
    return { status: 200, headers: JSON_TYPE, body };
  },
});
