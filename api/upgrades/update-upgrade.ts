import Joi from 'joi';
import { findToChange, updateUpgrade } from '../../shared/upgrades/operations/schedule/update-upgrade.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, pathId, UNKNOWN_ID } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { upgradeMessage } from './present-upgrade.js';
import { scheduledAnswer } from './create-upgrade.js';
import { changeOf, upgradeInput, type UpgradeInput } from './upgrade-input.js';

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
  beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) => findToChange(deps, caller, id),
  async handle({ deps, caller, input: { id, upgrade }, requestId }) {
    return scheduledAnswer(await updateUpgrade(deps, caller, id, changeOf(upgrade), requestId), true);
  },
});
