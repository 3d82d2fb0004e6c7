import { cancelBulkOperation } from '../../shared/bulk/operations/cancel-bulk-operation.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { bulkAnswer, bulkAnswerSchema } from './present-bulk-operation.js';

export const cancelBulkOperationEndpoint = endpoint<{ id: number }>({
  operation: 'cancel_bulk_operation',
  summary: 'End a bulk operation; devices that are not changed yet stay as they are',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.cancelBulkOperation,
  input: recordId,
  headers: ['Idempotency-Key'],
  output: { 200: bulkAnswerSchema },
  refusals: [
    'bulkOperationNotFound',
    'forbidden',
    'stateForbids',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  async handle({ deps, caller, input: { id }, keep }) {
    return answerKept(keep, bulkAnswer, (accompany) => cancelBulkOperation(deps, caller, id, accompany));
  },
});
