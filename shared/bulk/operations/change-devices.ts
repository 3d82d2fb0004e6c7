import type { ClientSession } from 'mongoose';
import { bulkEntry, type AuditEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, type Caller, type Scope } from '../../access/domain/access.js';
import { uplinksOf } from '../../configuration/operations/apply-configuration.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { BulkDeps } from '../deps.js';
import { AUDITED, type BulkAction } from '../domain/bulk-change.js';
import type { BulkOperationRecord } from '../models/bulk-operation.js';
import { radioAfter } from './radio-after.js';
import { upgradeDevices } from './upgrade-devices.js';

/** The user of a bulk operation, and the records that it may change. */
interface Changer {
  readonly caller: Caller;
  readonly scope: Scope;
}

/**
 * Makes the change of a bulk operation to up to 1,000 devices that the caller may change.
 * @returns the devices that were changed, or were as wanted
 * @throws AppError when none of them can be changed; BatchStopped when the operation is no longer running
 */
export async function changeDevices(
  deps: BulkDeps,
  operation: BulkOperationRecord,
  { caller, scope }: Changer,
  devices: readonly DeviceListing[],
): Promise<ReadonlySet<number>> {
  if (devices.length === 0) return new Set();
  const { stores, now } = deps;
  const { organisationId, change } = operation;
  const ids = devices.map(({ _id }) => _id);
  const at = now();
  const accompany = async (changed: readonly number[], session: ClientSession): Promise<void> => {
    await stores.bulkOperations.recordChanged(operation, changed, session);
    if (operation.stage !== 'canaries') return;
    const canaries = devices.filter(({ _id }) => changed.includes(_id));
    await stores.bulkCanaries.add(operation, canaries, at, session);
  };
  switch (change.action) {
    case 'assign':
    case 'release': {
      const network = change.action === 'assign' ? await stores.networks.find(scope, change.networkId) : null;
      if (change.action === 'assign' && !network) throw new AppError('moveNetworkNotFound');
      const after = network ? { network_id: network._id } : {};
      const entry = entryOf(operation, caller, change.action, at, after);
      // Keeps a caller of tier 2 from releasing a device that has come to a network since it was read.
      const released =
        change.action === 'release' && caller.tier === 2 ? { ...scope, networkIds: [] } : scope;
      const assigned = await stores.networkAssignment.assign(released, ids, {
        network,
        at,
        entry,
        accompany,
      });
      return new Set(assigned.map(({ _id }) => _id));
    }
    case 'remove': {
      const entry = entryOf(operation, caller, change.action, at);
      return new Set(await stores.removal.remove(scope, ids, at, entry, accompany));
    }
    case 'tag':
    case 'untag': {
      const tags = [...(await stores.tags.byIds(organisationId, change.tagIds)).values()];
      if (tags.length === 0) throw new AppError('tagNotFound');
      const entry = entryOf(operation, caller, change.action, at, { tag_ids: change.tagIds });
      const add = change.action === 'tag' ? tags.map(({ _id: id, name }) => ({ id, name })) : [];
      const remove = change.action === 'untag' ? change.tagIds : [];
      return new Set(await stores.deviceChanges.tags(scope, ids, { add, remove, at, entry, accompany }));
    }
    case 'apply_template': {
      const template = await stores.templates.find(organisationId, change.templateId);
      if (!template) throw new AppError('initTemplateNotFound');
      const after = { init_template_id: template._id, init_template: template.name };
      const entry = entryOf(operation, caller, change.action, at, after);
      const wanted = await uplinksOf(deps, template, devices);
      return stores.uplinks.replace(scope, wanted, at, entry, accompany);
    }
    case 'radio': {
      const { action, radio } = change;
      const entry = entryOf(operation, caller, action, at, { radio });
      const radioOf = (device: DeviceListing) => {
        const after = radioAfter(caller, device, radio);
        return after instanceof AppError ? null : after;
      };
      return new Set(await stores.deviceChanges.radios(scope, ids, { radioOf, entry, accompany }));
    }
    case 'import_devices':
      return new Set();
    case 'upgrade':
      return upgradeDevices(deps, operation, { caller, scope, change }, devices, accompany);
  }
}

/** One entry for the whole operation: every batch adds to it under the same id. */
export function entryOf(
  { _id, organisationId }: BulkOperationRecord,
  caller: Caller,
  action: Exclude<BulkAction, 'upgrade'>,
  at: Date,
  after: Readonly<Record<string, unknown>> = {},
): AuditEntry {
  const change = { organisationId, at, action: AUDITED[action], kind: 'devices' };
  const entry = bulkEntry({ ...change, after: { bulk_operation_id: _id, ...after } }, authorOf(caller));
  return { ...entry, id: `bulk_operation_${_id}` };
}
