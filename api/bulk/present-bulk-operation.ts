import Joi from 'joi';
import { BULK_ACTIONS, BULK_STATES } from '../../shared/bulk/domain/bulk-change.js';
import type { BulkOperationRecord } from '../../shared/bulk/models/bulk-operation.js';
import { recordSchema } from '../http/answer-schemas.js';
import type { Answer } from '../http/endpoint.js';

const whole = Joi.number().integer().required();
const text = Joi.string().required();
const time = text.isoDate();

export const bulkFailureSchema = Joi.object({
  id: whole,
  mac_id: text.allow(null).description('Null for a device that does not exist for the caller'),
  error_code: whole.allow(null).description('Of the refusal that a request for the device alone gets'),
  reason: text,
});

export const bulkOperationSchema = Joi.object({
  id: whole,
  action: text.valid(...BULK_ACTIONS),
  state: text.valid(...BULK_STATES),
  total: whole.allow(null).description('Null while the devices are listed'),
  done: whole.description('Devices that are finished, failed ones included'),
  failed_count: whole,
  waiting: Joi.object({
    canaries: whole.description('Devices that were changed first'),
    passed: whole,
    refused: whole.description('Those that have refused the change, or did not report it in time'),
  })
    .required()
    .allow(null)
    .description('While the operation waits for the devices that it has changed first'),
  failed: Joi.array().items(bulkFailureSchema).required().description('The first 1,000'),
  created_at: time,
  finished_at: time.allow(null),
});

export const bulkAnswerSchema = recordSchema('bulk_operation', bulkOperationSchema);

/** The answer of an operation on a bulk operation. Its ETag changes whenever the body does. */
export function bulkAnswer(operation: BulkOperationRecord, status = 200): Answer {
  const { _id, state, stage, total, next, done } = operation;
  const { canaries, passed, refused } = operation;
  const { failed, failedCount, createdAt, finishedAt, change } = operation;
  const bulk_operation = {
    id: _id,
    action: change.action,
    state,
    total: state === 'queued' ? null : total,
    done,
    failed_count: failedCount,
    waiting: state === 'running' && stage === 'soak' ? { canaries, passed, refused } : null,
    failed: failed.map(({ id, macId, errorCode, reason }) => ({
      id,
      mac_id: macId,
      error_code: errorCode,
      reason,
    })),
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  };
  return {
    status,
    headers: { ETag: `"${_id}-${state}-${stage}-${next}-${done}-${passed}-${refused}"` },
    body: { data: { bulk_operation }, status },
  };
}
