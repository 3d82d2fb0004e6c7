import type { BulkOperationRecord } from '../../shared/bulk/models/bulk-operation.js';
import { createBulkOperation, createImport } from '../../shared/bulk/operations/create-bulk-operation.js';
import { previewImport } from '../../shared/bulk/operations/import/preview-import.js';
import type { Accompany } from '../../shared/platform/mongo/transaction.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { bulkInput, documentedBulkInput, type BulkInput } from './bulk-input.js';
import { importRequest, previewAnswerSchema, rowsAnswer } from './present-import.js';
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
  output: { 200: previewAnswerSchema, 202: bulkAnswerSchema, 422: invalidSchema },
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
    const create = (change: (accompany: Accompany<BulkOperationRecord>) => Promise<BulkOperationRecord>) =>
      answerKept(keep, (operation) => bulkAnswer(operation, 202), change);
    if (action === 'import_devices') {
      const request = importRequest(params);
      if (params.dry_run === true) return rowsAnswer(await previewImport(deps, caller, request));
      return create((accompany) => createImport(deps, caller, request, accompany));
    }
    const request = { selection, ids, action, params };
    return create((accompany) => createBulkOperation(deps, caller, request, accompany));
  },
});
