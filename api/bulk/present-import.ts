import Joi from 'joi';
import { ROW_ACTIONS } from '../../shared/bulk/domain/import-row.js';
import type { ListedRow } from '../../shared/bulk/operations/import/list-rows.js';
import type { ImportRequest } from '../../shared/bulk/operations/import/preview-import.js';
import type { Answer } from '../http/endpoint.js';
import type { BulkInput } from './bulk-input.js';

const whole = Joi.number().integer().required();

/** The rows of a request, with empty texts for what they do not have. */
export function importRequest({
  rows = [],
  create_networks,
  create_tags,
}: BulkInput['params']): ImportRequest {
  return {
    rows: rows.map(
      ({ row, mac = '', serial = '', name = '', network = '', tags, notes = '', identity = '' }, index) => ({
        row: row ?? index + 1,
        mac,
        serial,
        name,
        network,
        tags,
        notes,
        identity,
      }),
    ),
    createNetworks: create_networks ?? false,
    createTags: create_tags ?? false,
  };
}

const action = Joi.string()
  .valid(...ROW_ACTIONS)
  .required();

const rowSchema = Joi.object({
  row: whole.description('The number of the row'),
  action: action.description('The first that applies'),
  reason: Joi.string().required().allow(null).description('Why it is refused, or what is created for it'),
});

const rowsSchema = (row: Joi.Schema) =>
  Joi.object({ data: Joi.object({ rows: Joi.array().items(row).required() }).required(), status: whole });

export const previewAnswerSchema = rowsSchema(rowSchema);
export const listedRowsSchema = rowsSchema(
  rowSchema.keys({ action: action.allow(null).description('Null: not done') }),
);

/** The answer with some rows of a request or of an operation. */
export function rowsAnswer(rows: readonly Pick<ListedRow, 'row' | 'action' | 'reason'>[]): Answer {
  const shown = rows.map(({ row, action: done, reason }) => ({ row, action: done, reason }));
  return { status: 200, body: { data: { rows: shown }, status: 200 } };
}

/** A row of the file: the columns of a list that can be imported again, and what became of it. */
export function presentRow({
  errorCode,
  tags,
  macId,
  asIdentity: _identity,
  fault: _fault,
  ...row
}: ListedRow) {
  return { ...row, mac: macId ?? row.mac, tags: tags.join(', '), error_code: errorCode };
}

export const ROW_COLUMNS = [
  'row',
  'mac',
  'serial',
  'name',
  'network',
  'tags',
  'notes',
  'identity',
  'action',
  'error_code',
  'reason',
];
