import Joi from 'joi';
import { listOf } from '../../shared/platform/values/lists.js';
import type { ImportRow } from '../../shared/bulk/domain/import-row.js';
import type { BulkParams } from '../../shared/bulk/operations/read-change.js';
import { BULK_ACTIONS, type BulkAction } from '../../shared/bulk/domain/bulk-change.js';
import { radioSchema } from '../../shared/configuration/records/domain/radio-schema.js';
import { versionText } from '../../shared/platform/values/texts.js';
import { accessToken, flag, numberId, optionalNumberId } from '../http/fields.js';
import { deviceFilterInput, type DeviceFilterInput } from '../inventory/device-filter-input.js';

const MAX_IDS = 10_000;
const MAX_ROWS = 2000;
const blank = Joi.valid('', null);
const ids = listOf(numberId).max(MAX_IDS);
const text = (longest: number) => Joi.string().max(longest).empty(blank);

export interface SelectionInput {
  filter: DeviceFilterInput;
  except: number[];
}

export const selectionInput: Joi.ObjectSchema<SelectionInput> = Joi.object({
  filter: Joi.object<DeviceFilterInput>(deviceFilterInput)
    .unknown(false)
    .default({})
    .description('As the parameters of the list of devices'),
  except: ids.default([]).description('Ids of devices to leave out'),
  access_token: accessToken,
});

export interface BulkInput {
  selection?: number;
  ids?: number[];
  action: BulkAction;
  params: BulkParams & Partial<ImportParams>;
}

/** The parameters of import_devices besides those that the operation keeps. */
export interface ImportParams {
  rows: (Partial<Omit<ImportRow, 'tags'>> & { tags: string[] })[];
  dry_run: boolean;
}

const upgradeParams = {
  version: versionText.empty(blank),
  upgrade_type: Joi.string().valid('automatic', 'manual').empty(blank),
  schedule_type: Joi.string().valid('now', 'later').empty(blank),
  schedule_at: text(64).description('`YYYY-MM-DD HH:MM` in time_zone, or ISO 8601'),
  time_zone: text(64).description('An IANA name'),
  save_prev_config: flag.empty(blank),
};
const networkParams = { network_id: optionalNumberId };
const tagParams = { tag_ids: listOf(numberId).min(1).max(100) };
const radioParams = {
  country: radioSchema.extract('country'),
  bands: radioSchema.extract('bands'),
};
const templateParams = { init_template_id: optionalNumberId };

const cell = (longest: number) => text(longest).description('Empty: nothing');
const importRow = Joi.object({
  row: Joi.number().integer().min(1).max(10_000_000).description('Its number; its position unless given'),
  mac: cell(64).description('In any notation'),
  serial: cell(255),
  name: cell(1000),
  network: cell(1000).description('The name of a network'),
  tags: listOf(Joi.string().max(1000))
    .max(1000)
    .default([])
    .description('Names of tags, which the device gets'),
  notes: cell(4000),
  identity: cell(64).description('key or certificate, for a new device'),
});
const importParams = {
  rows: Joi.array().items(importRow).min(1).max(MAX_ROWS),
  create_networks: flag.default(false),
  create_tags: flag.default(false),
  dry_run: flag.default(false).description('Answer with what would become of each row'),
};

const required = (keys: Joi.SchemaMap) =>
  Joi.object(keys)
    .fork(Object.keys(keys), (key) => key.required())
    .required();

const target = {
  selection: optionalNumberId.description('A selection, instead of ids'),
  ids: ids.min(1).description('Ids of devices, instead of a selection'),
  action: Joi.string()
    .valid(...BULK_ACTIONS)
    .required(),
};

const anyTarget: Joi.ObjectSchema<BulkInput> = Joi.object({
  ...target,
  params: Joi.object()
    .default({})
    .when('action', {
      switch: [
        { is: 'assign', then: required(networkParams) },
        { is: Joi.valid('tag', 'untag'), then: required(tagParams) },
        { is: 'apply_template', then: required(templateParams) },
        { is: 'radio', then: Joi.object(radioParams).or('bands', 'country').required() },
        { is: 'upgrade', then: Joi.object(upgradeParams) },
        {
          is: 'import_devices',
          then: Joi.object(importParams)
            .fork('rows', (rows) => rows.required())
            .required(),
        },
      ],
    }),
  access_token: accessToken,
});

const isImport = Joi.object({ action: Joi.valid('import_devices').required() }).unknown();

export const bulkInput = anyTarget.when(isImport, {
  then: Joi.object({ selection: Joi.forbidden(), ids: Joi.forbidden() }),
  otherwise: Joi.object().xor('selection', 'ids'),
});

/** The input without the dependence of `params` on `action`. */
export const documentedBulkInput = Joi.object({
  ...target,
  params: Joi.object({
    ...networkParams,
    ...tagParams,
    ...templateParams,
    ...radioParams,
    ...upgradeParams,
    ...importParams,
  }).description(
    'assign: network_id; tag and untag: tag_ids; apply_template: init_template_id; radio: bands and country as of update_device; upgrade: as of `upgrades create`, without aps; import_devices, without selection and ids: rows, create_networks, create_tags and dry_run',
  ),
  access_token: accessToken,
});
