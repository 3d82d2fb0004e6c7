import Joi from 'joi';
import { findDevice } from '../../shared/inventory/operations/find-device.js';
import { listInventory } from '../../shared/search/operations/list-inventory.js';
import type { DeviceView } from '../../shared/inventory/stores/device-store.js';
import type { ApiDeps } from '../deps.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, optionalText, page, pageSize } from '../http/fields.js';
import { presentDevice, presentDeviceForUi, uiDeviceSchema } from '../inventory/present-device.js';
import { PATHS } from '../paths.js';

interface Input {
  mac_id?: string | null;
  page: number;
  per_page: number;
  ui?: string | null;
}

const meta = Joi.object({
  current: Joi.number().integer().required(),
  previous: Joi.number().integer().allow(null).required(),
  next: Joi.number().integer().allow(null).required(),
  per_page: Joi.number().integer().required(),
  pages: Joi.number().integer().required(),
  count: Joi.number().integer().required(),
});

export const listInventoryEndpoint = endpoint<Input>({
  operation: 'list_inventory',
  summary: 'List the devices of the inventory, or find one by its MAC',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.listInventory,
  input: Joi.object({
    mac_id: optionalText('Return only this device'),
    page,
    per_page: pageSize(100, 1000),
    ui: optionalText('When present, devices carry more fields'),
    access_token: accessToken,
  }),
  output: {
    200: Joi.object({
      data: Joi.object({ devices: Joi.array().items(uiDeviceSchema).required(), meta }).required(),
      status: Joi.number().valid(200).required(),
    }),
  },
  refusals: ['deviceNotFound'],
  async handle({ deps, caller, input }) {
    const ui = Boolean(input.ui);
    if (input.mac_id) {
      const device = await findDevice(deps, caller, input.mac_id);
      return { status: 200, body: { data: { devices: await present(deps, [device], ui) }, status: 200 } };
    }
    const list = await listInventory(deps, caller, { page: input.page, perPage: input.per_page });
    const { perPage: per_page, current, previous, next, pages, count } = list.meta;
    const devices = await present(deps, list.devices, ui);
    const data = { devices, meta: { current, previous, next, per_page, pages, count } };
    return { status: 200, body: { data, status: 200 } };
  },
});

async function present({ stores, now, env }: ApiDeps, views: DeviceView[], ui: boolean): Promise<unknown[]> {
  const at = now();
  if (!ui) return views.map((view) => presentDevice(view, at, env.downAfterS));
  const uplinks = await stores.devices.uplinksOf(views.map((view) => view.device));
  return views.map((view) =>
    presentDeviceForUi(view, uplinks.get(view.device._id) ?? [], at, env.downAfterS),
  );
}
