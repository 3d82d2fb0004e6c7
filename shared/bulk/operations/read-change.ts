import { inScope, isAdministrator, readScope, writeScope, type Caller } from '../../access/domain/access.js';
import { patchFaults, setsOptions } from '../../configuration/records/domain/radio-settings.js';
import { AppError } from '../../platform/errors/app-error.js';
import { DEFAULT_SCHEDULE_TYPE, resolveScheduleTime } from '../../upgrades/domain/schedule-time.js';
import { chooseRelease } from '../../upgrades/operations/schedule/read-request.js';
import type { BulkDeps } from '../deps.js';
import type { BulkAction, BulkChange, RadioChange } from '../domain/bulk-change.js';

/** The parameters of an action; those of other actions are absent. */
export interface BulkParams {
  readonly network_id?: number;
  readonly tag_ids?: readonly number[];
  readonly init_template_id?: number;
  readonly country?: RadioChange['country'];
  readonly bands?: RadioChange['bands'];
  readonly version?: string | null;
  readonly upgrade_type?: 'automatic' | 'manual';
  readonly schedule_type?: 'now' | 'later';
  readonly schedule_at?: string | null;
  readonly time_zone?: string | null;
  readonly save_prev_config?: boolean;
  readonly create_networks?: boolean;
  readonly create_tags?: boolean;
}

export interface RequestedChange {
  readonly action: BulkAction;
  readonly params: BulkParams;
}

/**
 * Reads the change of a request, and checks what does not depend on the devices.
 * @throws AppError moveNetworkNotFound, forbidden, tagNotFound, initTemplateNotFound; settingsInvalid for an upgrade
 *   without a release or at a time that cannot be used, and for radio settings that contradict each other
 */
export async function readChange(
  deps: BulkDeps,
  caller: Caller,
  { action, params }: RequestedChange,
): Promise<BulkChange> {
  const { stores } = deps;
  const { organisationId } = caller;
  switch (action) {
    case 'assign': {
      const { network_id: networkId = 0 } = params;
      const network = await stores.networks.find(readScope(caller), networkId);
      if (!network) throw new AppError('moveNetworkNotFound', { details: { network_id: networkId } });
      if (!inScope(writeScope(caller), networkId)) throw new AppError('forbidden');
      return { action, networkId };
    }
    case 'release':
      if (caller.tier === 2 && !writeScope(caller).unassigned) throw new AppError('forbidden');
      return { action };
    case 'remove':
      return { action };
    case 'tag':
    case 'untag': {
      const tagIds = [...new Set(params.tag_ids ?? [])];
      const known = await stores.tags.byIds(organisationId, tagIds);
      const unknown = tagIds.find((id) => !known.has(id));
      if (unknown !== undefined) throw new AppError('tagNotFound', { details: { id: unknown } });
      return { action, tagIds };
    }
    case 'apply_template': {
      const { init_template_id: templateId = 0 } = params;
      if (!(await stores.templates.find(organisationId, templateId)))
        throw new AppError('initTemplateNotFound');
      return { action, templateId };
    }
    case 'radio': {
      const { country, bands } = params;
      const radio = {
        ...(country === undefined ? {} : { country }),
        ...(bands === undefined ? {} : { bands }),
      };
      if (setsOptions(radio) && !isAdministrator(caller)) throw new AppError('forbidden');
      const errors = patchFaults(radio).map(({ path, msg }) => ({ path: `params.${path}`, msg }));
      if (errors.length > 0) throw new AppError('settingsInvalid', { details: { errors } });
      return { action, radio };
    }
    case 'import_devices': {
      const { create_networks: createNetworks = false, create_tags: createTags = false } = params;
      return { action, createNetworks, createTags };
    }
    case 'upgrade':
      return readUpgrade(deps, caller, params);
  }
}

/** The release and the time are chosen now, so that every batch of devices gets the same. */
async function readUpgrade(
  { stores, now }: BulkDeps,
  caller: Caller,
  params: BulkParams,
): Promise<BulkChange> {
  const upgradeType = params.upgrade_type ?? 'automatic';
  const release = await chooseRelease(stores.firmware, caller, {
    upgradeType,
    version: params.version ?? null,
  }).catch((error: unknown) => {
    throw error instanceof AppError && error.refusal !== 'forbidden'
      ? invalid('version', error.message)
      : error;
  });
  const time = resolveScheduleTime(
    { scheduleType: params.schedule_type, scheduleAt: params.schedule_at, timeZone: params.time_zone },
    now(),
  );
  if (!time.ok) throw invalid(time.field, time.reason);
  return {
    action: 'upgrade',
    releaseId: release._id,
    upgradeType,
    scheduleType: params.schedule_type ?? DEFAULT_SCHEDULE_TYPE,
    dueAt: time.dueAt,
    timeZone: time.zone,
    savePrevConfig: params.save_prev_config ?? false,
  };
}

function invalid(field: string, msg: string): AppError {
  return new AppError('settingsInvalid', { details: { errors: [{ path: `params.${field}`, msg }] } });
}
