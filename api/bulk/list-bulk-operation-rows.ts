import Joi from 'joi';
import { listRows, type ListedRow } from '../../shared/bulk/operations/import/list-rows.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { pathId, accessToken } from '../http/fields.js';
import { CSV, csvFormat, fileAnswer } from '../http/file-answer.js';
import { PATHS } from '../paths.js';
import { rowsAnswer, listedRowsSchema, presentRow, ROW_COLUMNS } from './present-import.js';

export const listBulkOperationRowsEndpoint = endpoint<{ id: number; format: 'csv' | 'json' }>({
  operation: 'list_bulk_operation_rows',
  summary: 'Show what became of each row of an import of devices',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.listBulkOperationRows,
  input: Joi.object({
    id: pathId,
    format: Joi.string()
      .valid('csv', 'json')
      .empty(Joi.valid('', null))
      .default('csv')
      .description('csv has all columns'),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  otherTypes: [CSV],
  output: { 200: listedRowsSchema, 422: invalidSchema },
  refusals: ['bulkOperationNotFound', 'settingsInvalid', 'stateForbids'],
  async handle({ deps, caller, input: { id, format } }) {
    const lists = await listRows(deps, caller, id);
    if (format === 'csv')
      return fileAnswer(deps, caller, csvFormat(ROW_COLUMNS, presentRow), lists, `import_${id}.csv`);
    const rows: ListedRow[] = [];
    for await (const list of lists) rows.push(...list);
    return rowsAnswer(rows);
  },
});
