import Joi from 'joi';
import { mayChange } from '../../shared/access/domain/access.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import {
  scheduleUpgrades,
  type ScheduledUpgrades,
} from '../../shared/upgrades/operations/schedule/schedule-upgrades.js';
import { findToChange, updateUpgrade } from '../../shared/upgrades/operations/schedule/update-upgrade.js';
import { endpoint, type Answer } from '../http/endpoint.js';
import { accessToken, optionalPathId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { upgradeMessage } from './present-upgrade.js';
import { changeOf, upgradeInput, type UpgradeInput } from './upgrade-input.js';

interface Input {
  id?: number;
  upgrade?: UpgradeInput;
}

export const createUpgradeEndpoint = endpoint<Input>({
  operation: 'upgrades create',
  summary: 'Schedule a firmware upgrade of devices, networks or tags',
  family: 'upgrades',
  access: 'user',
  changes: true,
  routes: PATHS.upgradesCreate,
  input: Joi.object({
    id: optionalPathId.description('The pending upgrade to change; without it, upgrades are created'),
    upgrade: upgradeInput,
    access_token: accessToken,
  }),
  output: { 200: upgradeMessage(200), 422: upgradeMessage(422) },
  refusals: [
    'upgradeNotFound',
    'upgradeNotPending',
    'noFirmwareData',
    'firmwareVersionUnknown',
    'firmwareUnavailable',
    'scheduleTimeInvalid',
    'upgradeTargetsUnknown',
    'upgradeWithoutDevices',
  ],
  beforeFields: ({ deps, caller, input: { id } }) => id !== undefined && findToChange(deps, caller, id),
  async handle({ deps, caller, input: { id, upgrade }, requestId }) {
    // A request that names an upgrade changes that one, as PUT does.
    if (id !== undefined)
      return scheduledAnswer(await updateUpgrade(deps, caller, id, changeOf(upgrade), requestId), true);
    if (!mayChange(caller)) throw new AppError('forbidden');
    if (!upgrade) throw new AppError('invalidParameters', { text: 'upgrade is required' });
    const request = {
      version: upgrade.version ?? null,
      upgradeType: upgrade.upgrade_type ?? 'automatic',
      scheduleType: upgrade.schedule_type ?? null,
      scheduleAt: upgrade.schedule_at ?? null,
      timeZone: upgrade.time_zone ?? null,
      savePrevConfig: upgrade.save_prev_config ?? false,
      aps: upgrade.aps ?? [],
    } as const;
    return scheduledAnswer(await scheduleUpgrades(deps, caller, request, requestId), false);
  },
});

const MESSAGES = {
  created: 'Successfully created Upgrade!',
  updated: 'Successfully updated Upgrade!',
} as const;

/** The body of create and update; its status is the answer's status (docs/interface.md#upgrades-create). */
export function scheduledAnswer(
  { outcome, version, unavailable }: ScheduledUpgrades,
  hasId: boolean,
): Answer {
  if (unavailable.length > 0) {
    const message = `Firmware ${version} is not available for: ${unavailable.join(', ')}`;
    return { status: 422, body: { message, status: 422 } };
  }
  const message = MESSAGES[hasId ? 'updated' : (outcome ?? 'updated')];
  return { status: 200, body: { message, status: 200 } };
}
