import type { BulkOperationRecord } from '../../shared/bulk/models/bulk-operation.js';
import { createBulkOperation } from '../../shared/bulk/operations/create-bulk-operation.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { bulkInput, documentedBulkInput, type BulkInput } from './bulk-input.js';
import { bulkAnswer, bulkAnswerSchema } from './present-bulk-operation.js';

export const createBulkOperationEndpoint = endpoint<BulkInput>({
  operation: 'create_bulk_operation',
  summary: 'Change many devices: those of a selection, or these; a worker makes the change',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.createBulkOperation,
  input: bulkInput,
  documented: documentedBulkInput,
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: { 202: bulkAnswerSchema, 422: invalidSchema },
  refusals: [
    'forbidden',
    'settingsInvalid',
    'selectionNotFound',
    'moveNetworkNotFound',
    'tagNotFound',
    'initTemplateNotFound',
    'tooManyOpen',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  async handle({ deps, caller, input: { selection = null, ids = [], action, params }, keep }) {
    const request = { selection, ids, action, params };
    return answerKept(
      keep,
      (operation: BulkOperationRecord) => bulkAnswer(operation, 202),
      (accompany) => createBulkOperation(deps, caller, request, accompany),
    );
  },
});
