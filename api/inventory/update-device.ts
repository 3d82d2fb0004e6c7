import Joi from 'joi';
import { radioSchema } from '../../shared/configuration/records/domain/radio-schema.js';
import type { RadioPatch } from '../../shared/configuration/records/domain/radio-settings.js';
import { findDeviceToChange } from '../../shared/inventory/operations/update-device.js';
import { listOf } from '../../shared/platform/values/lists.js';
import { notesText } from '../../shared/inventory/domain/device-notes.js';
import type { DeviceListing } from '../../shared/inventory/stores/device-store.js';
import { MAX_DEVICE_TAGS } from '../../shared/inventory/domain/device-tags.js';
import { nameText } from '../../shared/platform/values/texts.js';
import { editDevice } from '../../shared/upgrades/operations/edit-device.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, numberId, pathId, UNKNOWN_ID } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { deviceAnswer, deviceAnswerSchema } from './show-device.js';

interface Input {
  id: number;
  name?: string;
  tag_ids?: number[];
  notes?: string;
  radio?: RadioPatch;
}

export const updateDeviceEndpoint = endpoint<Input>({
  operation: 'update_device',
  summary: 'Rename a device, replace its tags or its notes, or set its radios',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.updateDevice,
  input: Joi.object({
    id: pathId,
    name: nameText,
    tag_ids: listOf(numberId).unique().max(MAX_DEVICE_TAGS),
    notes: notesText.description('What people write about it; empty: nothing'),
    radio: radioSchema.description('Goes before the settings of its network; a null inherits them'),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 200: deviceAnswerSchema, 422: invalidSchema },
  refusals: [
    'forbidden',
    'settingsInvalid',
    'deviceNotFound',
    'revisionChanged',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) => findDeviceToChange(deps, caller, id),
  async handle({ deps, caller, input: { id, name, tag_ids: tagIds, notes, radio }, revisions, keep }) {
    const request = { patch: { name, tagIds, notes, radio }, revisions };
    return answerKept(
      keep,
      (device: DeviceListing) => deviceAnswer(deps, device),
      (accompany) => editDevice(deps, caller, id, request, accompany),
    );
  },
});
