import { readScope, writeScope, type Caller } from '../../access/domain/access.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { ErrorName } from '../../platform/errors/catalogue.js';
import type { BulkDeps } from '../deps.js';
import { NOT_DONE, STAGED, type BulkFailure } from '../domain/bulk-change.js';
import type { BulkOperationRecord } from '../models/bulk-operation.js';
import { changeDevices } from './change-devices.js';
import { readStopped } from './read-stopped.js';
import { failureOf, isRefusal, refusalOf } from './refusals.js';

/**
 * Changes the devices of the list that a running operation has come to. A run that died is repeated for the devices that it
 * has not changed: each change is recorded in its transaction.
 * @throws BatchStopped when the operation is no longer running
 */
export async function changeList(
  deps: BulkDeps,
  operation: BulkOperationRecord,
  caller: Caller | null,
): Promise<void> {
  const { stores, failpoint } = deps;
  const list = await stores.bulkOperations.list(operation);
  const changed = new Set(list?.changed ?? []);
  const ids = (list?.ids ?? []).filter((id) => !changed.has(id));
  const failures = caller
    ? await change(deps, operation, caller, ids)
    : ids.map((id) => failureOf({ _id: id, macId: null }, 'forbidden'));
  await failpoint('bulk-changed');
  await finish(deps, operation, failures);
  await failpoint('bulk-list-finished');
}

/**
 * Counts the failures, unless another worker, which has gone on with the list meanwhile, has changed a device of it since
 * it was read here: the next run then begins with what is left.
 */
async function finish(
  { stores: { bulkOperations }, now }: BulkDeps,
  operation: BulkOperationRecord,
  failures: readonly BulkFailure[],
): Promise<void> {
  const current = await bulkOperations.current(operation);
  const list = await bulkOperations.list(operation);
  if (current?.next !== operation.next || !list) return;
  const changed = new Set(list.changed);
  await bulkOperations.finishList(
    current,
    failures.filter(({ id }) => !changed.has(id)),
    now(),
  );
}

async function change(
  deps: BulkDeps,
  operation: BulkOperationRecord,
  caller: Caller,
  ids: readonly number[],
): Promise<BulkFailure[]> {
  const found = await deps.stores.devices.findByIds(readScope(caller), ids);
  await deps.failpoint('bulk-devices-read');
  const byId = new Map(found.map((device) => [device._id, device]));
  const refusals = new Map<number, ErrorName | AppError>();
  const scope = writeScope(caller);
  for (const id of ids) {
    const device = byId.get(id);
    const refusal = device ? refusalOf(operation, caller, scope, device) : 'deviceNotFound';
    if (refusal) refusals.set(id, refusal);
  }
  const possible = ids.flatMap((id) => (refusals.has(id) ? [] : (byId.get(id) ?? [])));
  for (const [id, refusal] of await refusalsOfStopped(deps, operation, possible)) refusals.set(id, refusal);
  const devices = possible.filter(({ _id }) => !refusals.has(_id));
  try {
    const result = await changeDevices(deps, operation, { caller, scope }, devices);
    const left = devices.filter(({ _id }) => !result.has(_id));
    for (const [id, refusal] of await refusalsOfLeft(deps, operation, caller, left))
      refusals.set(id, refusal);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    for (const { _id } of devices) refusals.set(_id, error);
  }
  return [...refusals].map(([id, refusal]) => failureOf(byId.get(id) ?? { _id: id, macId: null }, refusal));
}

/** Why a staged operation does not change devices any more. */
async function refusalsOfStopped(
  deps: BulkDeps,
  operation: BulkOperationRecord,
  devices: readonly DeviceListing[],
): Promise<(readonly [id: number, refusal: AppError])[]> {
  const refusal = STAGED[operation.change.action];
  if (refusal === undefined || devices.length === 0) return [];
  const reasonOf = await readStopped(deps, operation, devices);
  return devices.flatMap((device) => {
    const text = reasonOf(device);
    return text === null ? [] : [[device._id, new AppError(refusal, { text })] as const];
  });
}

/** Why devices that could be changed when they were read were not: another request was faster, or what the action names. */
async function refusalsOfLeft(
  { stores }: BulkDeps,
  operation: BulkOperationRecord,
  caller: Caller,
  left: readonly DeviceListing[],
): Promise<(readonly [id: number, refusal: ErrorName | AppError])[]> {
  if (left.length === 0) return [];
  const ids = left.map(({ _id }) => _id);
  const found = await stores.devices.findByIds(readScope(caller), ids);
  const now = new Map(found.map((device) => [device._id, device]));
  const { refusal, text } = NOT_DONE[operation.change.action];
  const notDone = new AppError(refusal, { text });
  return ids.map((id) => {
    const device = now.get(id);
    if (!device) return [id, 'deviceNotFound'];
    return [id, refusalOf(operation, caller, writeScope(caller), device) ?? notDone];
  });
}
