import Joi from 'joi';
import { findRollout } from '../../shared/rollouts/operations/change-rollout.js';
import {
  shownStatus,
  UPGRADE_CAUSES,
  UPGRADE_STATUSES,
  type UpgradeCause,
  type UpgradeStatus,
} from '../../shared/upgrades/domain/upgrade-status.js';
import { listRolloutDevices } from '../../shared/rollouts/operations/list-rollout-devices.js';
import type { RolloutDevice } from '../../shared/rollouts/stores/rollout-device-store.js';
import { cursor, cursorMeta } from '../http/cursor.js';
import { endpoint } from '../http/endpoint.js';
import { revalidated } from '../http/revalidated.js';
import { optionalNumberId, pathId, UNKNOWN_ID } from '../http/fields.js';
import { listFields } from '../http/list-fields.js';
import { PATHS } from '../paths.js';
import { invalidSchema, pageSchema } from '../http/answer-schemas.js';

interface Input {
  id: number;
  stage?: number;
  status?: UpgradeStatus;
  cause?: UpgradeCause;
  part?: string;
  network_id?: number;
  per_page: number;
  cursor?: number;
}

const blank = Joi.valid('', null);
const whole = Joi.number().integer().required();

export const rolloutDeviceSchema = Joi.object({
  upgrade_id: whole,
  stage: whole,
  status: Joi.string()
    .valid(...UPGRADE_STATUSES)
    .required(),
  cause: Joi.string()
    .valid(...UPGRADE_CAUSES)
    .allow(null)
    .required(),
  part_number: Joi.string().required(),
  network_id: whole.allow(null),
  previous_version: Joi.string()
    .allow(null)
    .required()
    .description('What it ran when it was first offered the upgrade'),
  mac_id: Joi.string().required(),
});

export const rolloutDevicesEndpoint = endpoint<Input>({
  operation: 'rollout_devices',
  summary: 'List the devices of a rollout with their upgrades',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.rolloutDevices,
  input: Joi.object({
    id: pathId,
    stage: Joi.number().integer().min(1).empty(blank),
    status: Joi.string()
      .valid(...UPGRADE_STATUSES)
      .empty(blank),
    cause: Joi.string()
      .valid(...UPGRADE_CAUSES)
      .empty(blank),
    part: Joi.string().max(255).empty(blank).description('A hardware part number'),
    network_id: optionalNumberId,
    ...listFields(['upgrade_id'], cursor),
  }),
  invalid: 'settingsInvalid',
  headers: ['If-None-Match'],
  output: { 200: pageSchema('devices', rolloutDeviceSchema), 422: invalidSchema },
  refusals: ['rolloutNotFound', 'settingsInvalid'],
  beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) => findRollout(deps, caller, id),
  async handle({ deps, caller, input }) {
    const {
      id,
      stage,
      status,
      cause,
      part,
      network_id: networkId,
      per_page: limit,
      cursor: after = 0,
    } = input;
    const page = { stage, status, cause, part, networkId, limit, after };
    const { devices, next } = await listRolloutDevices(deps, caller, id, page);
    const body = { data: { devices: devices.map(presentDevice) }, meta: cursorMeta(next), status: 200 };
    return revalidated(body);
  },
});

function presentDevice({
  _id,
  macId,
  status,
  cause,
  locationNetworkId,
  rolloutStage,
  partNumber,
  previousVersion,
}: RolloutDevice) {
  return {
    upgrade_id: _id,
    stage: rolloutStage,
    status: shownStatus(status),
    cause: cause ?? null,
    part_number: partNumber,
    network_id: locationNetworkId,
    previous_version: previousVersion,
    mac_id: macId,
  };
}
