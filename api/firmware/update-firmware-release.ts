import Joi from 'joi';
import type { FirmwareReleaseRecord } from '../../shared/firmware/models/firmware-release.js';
import { findReleaseToChange } from '../../shared/firmware/operations/change-release.js';
import { changeUsedRelease } from '../../shared/rollouts/operations/used-releases.js';
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

const changedAnswerSchema = firmwareAnswerSchema.keys({
  plain_pending: Joi.number()
    .integer()
    .description('After `is_released` false: pending upgrades outside of rollouts, which go on'),
});

const usedSchema = Joi.object({
  msg: Joi.string().required(),
  error_code: Joi.number().integer().required(),
  rollouts: Joi.array()
    .items(Joi.number().integer())
    .description('Of 1125: open rollouts that use the release'),
  upgrades: Joi.number().integer().description('Of 1125: how many open upgrades use it'),
});

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
  output: { 200: changedAnswerSchema, 409: usedSchema, 422: invalidSchema },
  refusals: [
    'forbidden',
    'firmwareReleaseNotFound',
    'releaseInUse',
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
      async (release: FirmwareReleaseRecord) => {
        const answer = await firmwareAnswer(deps, caller, release);
        if (isReleased !== false) return answer;
        const goingOn = await deps.stores.releaseUse.plainPending(caller.organisationId, release._id);
        return { ...answer, body: { ...(answer.body as object), plain_pending: goingOn } };
      },
      (accompany) => changeUsedRelease(deps, caller, patch, accompany),
    );
  },
});
