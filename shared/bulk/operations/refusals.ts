import { inScope, type Caller, type Scope } from '../../access/domain/access.js';
import { hasRoomForTags, MAX_DEVICE_TAGS } from '../../inventory/domain/device-tags.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import { AppError } from '../../platform/errors/app-error.js';
import { ERRORS, type ErrorName } from '../../platform/errors/catalogue.js';
import type { BulkFailure } from '../domain/bulk-change.js';
import type { BulkOperationRecord } from '../models/bulk-operation.js';
import { radioAfter } from './radio-after.js';

/** Why a request for this device alone would be refused. */
export function refusalOf(
  { change: requested }: BulkOperationRecord,
  caller: Caller,
  scope: Scope,
  device: DeviceListing,
): ErrorName | AppError | null {
  const { action } = requested;
  if (action === 'release' && caller.tier === 2 && device.locationNetworkId !== null)
    return 'tierMayNotRelease';
  if (action === 'remove' && !caller.manageInventory) return 'forbidden';
  if (!inScope(scope, device.locationNetworkId)) return 'forbidden';
  if (requested.action === 'radio') {
    const after = radioAfter(caller, device, requested.radio);
    return after instanceof AppError ? after : null;
  }
  if (requested.action !== 'tag' || hasRoomForTags(device, requested.tagIds)) return null;
  return new AppError('stateForbids', { text: `A device has at most ${MAX_DEVICE_TAGS} tags` });
}

/** Whether an error refuses the change as a whole: its network was deleted, for example. A busy store is tried again. */
export function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && ERRORS[error.refusal].status < 500;
}

export function failureOf(
  { _id: id, macId }: { readonly _id: number; readonly macId: string | null },
  refusal: ErrorName | AppError,
): BulkFailure {
  const name = refusal instanceof AppError ? refusal.refusal : refusal;
  const { code, text } = ERRORS[name];
  return { id, macId, errorCode: code, reason: refusal instanceof AppError ? refusal.message : text };
}
