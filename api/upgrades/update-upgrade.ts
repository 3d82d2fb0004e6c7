import Joi from 'joi';
import { updateUpgrade } from '../../shared/upgrades/operations/schedule/update-upgrade.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, pathId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { upgradeMessage } from './present-upgrade.js';
import { scheduledAnswer } from './create-upgrade.js';
import { upgradeInput, type UpgradeInput } from './upgrade-input.js';

interface Input {
  id: number;
  upgrade?: UpgradeInput;
}

export const updateUpgradeEndpoint = endpoint<Input>({
  operation: 'upgrades update',
  summary: 'Change a pending upgrade',
  family: 'upgrades',
  access: 'user',
  changes: true,
  routes: PATHS.upgradesUpdate,
  input: Joi.object({ id: pathId, upgrade: upgradeInput, access_token: accessToken }),
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
  async handle({ deps, caller, input: { id, upgrade }, requestId }) {
    const change = upgrade && {
      version: upgrade.version,
      upgradeType: upgrade.upgrade_type,
      scheduleType: upgrade.schedule_type,
      scheduleAt: upgrade.schedule_at,
      timeZone: upgrade.time_zone,
      savePrevConfig: upgrade.save_prev_config,
      aps: upgrade.aps,
    };
    return scheduledAnswer(await updateUpgrade(deps, caller, id, change ?? null, requestId), true);
  },
});
