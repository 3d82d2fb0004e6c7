import Joi from 'joi';
import {
  DEVICE_ACTIONS,
  type DeviceAction,
  type DeviceCommandRecord,
} from '../../shared/inventory/domain/device-command.js';
import { findDeviceToChange } from '../../shared/inventory/operations/update-device.js';
import { commandDevice } from '../../shared/upgrades/operations/command-device.js';
import { invalidSchema, recordSchema } from '../http/answer-schemas.js';
import { endpoint, type Answer, type Endpoint } from '../http/endpoint.js';
import { accessToken, pathId, UNKNOWN_ID } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';

const LONGEST_BLINK_S = 300;

/** A command as the operations on it show it. */
export const commandAnswerSchema = recordSchema(
  'command',
  Joi.object({
    id: Joi.number().integer().required(),
    action: Joi.string()
      .valid(...DEVICE_ACTIONS)
      .required(),
    state: Joi.string().valid('waiting').required().description('The device gets it with its next heartbeat'),
  }),
);

function commandAnswer({ id, action }: DeviceCommandRecord): Answer {
  return { status: 202, body: { data: { command: { id, action, state: 'waiting' } }, status: 202 } };
}

interface Input {
  id: number;
  seconds?: number;
}

interface Command extends Pick<Endpoint, 'operation' | 'summary' | 'routes'> {
  readonly action: DeviceAction;
  readonly fields: Readonly<Record<string, Joi.Schema>>;
}

function commandEndpoint({ action, fields, ...operation }: Command): Endpoint {
  return endpoint<Input>({
    ...operation,
    family: 'v1',
    access: 'user',
    changes: true,
    input: Joi.object({ id: pathId, ...fields, access_token: accessToken }),
    invalid: 'settingsInvalid',
    headers: ['Idempotency-Key'],
    output: { 202: commandAnswerSchema, 422: invalidSchema },
    refusals: [
      'forbidden',
      'settingsInvalid',
      'deviceNotFound',
      'stateForbids',
      'idempotencyKeyInUse',
      'idempotencyKeyReused',
    ],
    beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) => findDeviceToChange(deps, caller, id),
    handle: ({ deps, caller, input: { id, seconds = null }, keep }) =>
      answerKept(keep, commandAnswer, (accompany) =>
        commandDevice(deps, caller, id, { action, seconds }, accompany),
      ),
  });
}

export const rebootDeviceEndpoint = commandEndpoint({
  operation: 'reboot_device',
  summary: 'Tell a device to reboot with its next heartbeat',
  routes: PATHS.rebootDevice,
  action: 'reboot',
  fields: {},
});

export const blinkDeviceEndpoint = commandEndpoint({
  operation: 'blink_device',
  summary: 'Tell an access point to blink with its next heartbeat, so that people find it',
  routes: PATHS.blinkDevice,
  action: 'blink',
  fields: { seconds: Joi.number().integer().min(1).max(LONGEST_BLINK_S).default(60) },
});
