import { findBulkOperation } from '../../shared/bulk/operations/cancel-bulk-operation.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { bulkAnswer, bulkAnswerSchema } from './present-bulk-operation.js';

export const showBulkOperationEndpoint = endpoint<{ id: number }>({
  operation: 'show_bulk_operation',
  summary: 'Show how far a bulk operation is, and the devices that failed',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showBulkOperation,
  input: recordId,
  headers: ['If-None-Match'],
  output: { 200: bulkAnswerSchema },
  refusals: ['bulkOperationNotFound'],
  async handle({ deps, caller, input: { id } }) {
    return bulkAnswer(await findBulkOperation(deps, caller, id));
  },
});
