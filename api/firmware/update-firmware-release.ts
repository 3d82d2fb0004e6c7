import Joi from 'joi';
import type { FirmwareReleaseRecord } from '../../shared/firmware/models/firmware-release.js';
import { findReleaseToChange, updateRelease } from '../../shared/firmware/operations/change-release.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, pathId, UNKNOWN_ID } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { filesOf, firmwareFields, notesOf, type FileInput } from './firmware-input.js';
import { firmwareAnswer, firmwareAnswerSchema } from './present-firmware-release.js';

interface Input {
  id: number;
  urls?: FileInput[];
  is_released?: boolean;
  notes?: string | null;
}

export const updateFirmwareReleaseEndpoint = endpoint<Input>({
  operation: 'update_firmware_release',
  summary: 'Change, release or withdraw a firmware release of the organisation with a JSON Merge Patch',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.updateFirmwareRelease,
  input: Joi.object({ id: pathId, ...firmwareFields, access_token: accessToken }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 200: firmwareAnswerSchema, 422: invalidSchema },
  refusals: [
    'forbidden',
    'firmwareReleaseNotFound',
    'settingsInvalid',
    'revisionChanged',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) => findReleaseToChange(deps, caller, id),
  async handle({ deps, caller, input: { id, urls, is_released: isReleased, notes }, revisions, keep }) {
    const patch = {
      id,
      revisions,
      ...(urls === undefined ? {} : { urls: filesOf(urls) }),
      ...(isReleased === undefined ? {} : { isReleased }),
      ...(notes === undefined ? {} : { notes: notesOf(notes) }),
    };
    return answerKept(
      keep,
      (release: FirmwareReleaseRecord) => firmwareAnswer(deps, caller, release),
      (accompany) => updateRelease(deps, caller, patch, accompany),
    );
  },
});
