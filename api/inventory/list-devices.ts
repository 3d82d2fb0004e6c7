import Joi from 'joi';
import type { DeviceView } from '../../shared/inventory/stores/device-store.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { CursorSigner, type SortColumn } from '../../shared/search/domain/device-order.js';
import { exportDevices, listDevices } from '../../shared/search/operations/list-devices.js';
import { countedMetaSchema, invalidSchema, pageSchema } from '../http/answer-schemas.js';
import { textCursor, textCursorMeta } from '../http/cursor.js';
import { endpoint } from '../http/endpoint.js';
import { revalidated } from '../http/revalidated.js';
import { CSV, csvFormat, fileAnswer } from '../http/file-answer.js';
import { bothWays, listFields } from '../http/list-fields.js';
import { PATHS } from '../paths.js';
import { deviceFilterInput, filterOf, type DeviceFilterInput } from './device-filter-input.js';
import { presentShownDevice, shownDeviceSchema } from './present-shown-device.js';

interface Input extends DeviceFilterInput {
  sort: string;
  format: 'json' | 'csv';
  per_page: number;
  cursor?: string;
}

const blank = Joi.valid('', null);

export const deviceListMetaSchema = countedMetaSchema.keys({
  total: Joi.number().integer().allow(null).required().description('Null: not counted'),
});

const SORTS: ReadonlyMap<string, SortColumn> = new Map([
  ['id', 'id'],
  ['name', 'name'],
  ['mac_id', 'macId'],
  ['serial_number', 'routerSerialNumber'],
  ['version', 'firmwareVersion'],
  ['network_name', 'networkName'],
  ['hardware_name', 'hpName'],
  ['activated_at', 'activatedOn'],
  ['last_heard_at', 'lastHeartbeatAt'],
]);

/** The columns of a file: every field but the revision. */
const COLUMNS = Object.keys(shownDeviceSchema.describe().keys as object).filter(
  (name) => name !== 'revision',
);

function rowOf({ tags, ...device }: ReturnType<typeof presentShownDevice>) {
  return { ...device, tags: tags.map(({ name }) => name).join(', ') };
}

export const listDevicesEndpoint = endpoint<Input>({
  operation: 'list_devices',
  summary: 'List, filter and search the devices',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.listDevices,
  input: Joi.object({
    ...deviceFilterInput,
    format: Joi.string()
      .valid('json', 'csv')
      .empty(blank)
      .default('json')
      .description('csv has every device'),
    ...listFields(['id', '-id', ...bothWays([...SORTS.keys()].slice(1))], textCursor),
  }),
  invalid: 'settingsInvalid',
  otherTypes: [CSV],
  headers: ['If-None-Match'],
  output: { 200: pageSchema('devices', shownDeviceSchema, deviceListMetaSchema), 422: invalidSchema },
  refusals: ['settingsInvalid'],
  async handle({ deps, caller, input }) {
    const column = SORTS.get(input.sort.replace(/^-/, '')) ?? 'id';
    const signer = new CursorSigner(deps.env.sessionSecrets, caller.organisationId, column);
    const after = input.cursor === undefined ? null : signer.read(input.cursor);
    if (input.cursor !== undefined && after === null) {
      const errors = [{ path: 'cursor', msg: 'is not a cursor of this list' }];
      throw new AppError('settingsInvalid', { details: { errors } });
    }
    const at = deps.now();
    const present = (view: DeviceView) => presentShownDevice(view, at, deps.env.downAfterS);
    const list = { filter: filterOf(input), order: { column, descending: input.sort.startsWith('-') } };
    if (input.format === 'csv') {
      const format = csvFormat(COLUMNS, (view: DeviceView) => rowOf(present(view)));
      return fileAnswer(deps, caller, format, exportDevices(deps, caller, list), 'devices.csv');
    }
    const found = await listDevices(deps, caller, { ...list, after, perPage: input.per_page });
    const devices = found.devices.map(present);
    const meta = {
      ...textCursorMeta(found.next && JSON.stringify(signer.issue(found.next))),
      total: found.total,
      total_is_exact: found.isExact,
    };
    const body = { data: { devices }, meta, status: 200 };
    return revalidated(body);
  },
});
