import Joi from 'joi';
import type { FirmwareReleaseRecord } from '../../shared/firmware/models/firmware-release.js';
import { createRelease, requirePublisher } from '../../shared/firmware/operations/change-release.js';
import { versionText } from '../../shared/platform/values/texts.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { filesOf, firmwareFields, notesOf, type FileInput } from './firmware-input.js';
import { firmwareAnswer, firmwareAnswerSchema } from './present-firmware-release.js';

interface Input {
  version: string;
  urls: FileInput[];
  is_released: boolean;
  notes: string | null;
}

export const createFirmwareReleaseEndpoint = endpoint<Input>({
  operation: 'create_firmware_release',
  summary: 'Publish a firmware release of the organisation',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.createFirmwareRelease,
  input: Joi.object({
    version: versionText.required(),
    urls: firmwareFields.urls.required(),
    is_released: firmwareFields.is_released.default(false),
    notes: firmwareFields.notes.default(null),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: { 201: firmwareAnswerSchema, 422: invalidSchema },
  refusals: ['forbidden', 'settingsInvalid', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  beforeFields: ({ caller }) => {
    requirePublisher(caller);
  },
  async handle({ deps, caller, input: { version, urls, is_released: isReleased, notes }, keep }) {
    const fields = { version, urls: filesOf(urls), isReleased, notes: notesOf(notes) };
    return answerKept(
      keep,
      (release: FirmwareReleaseRecord) => firmwareAnswer(deps, caller, release, 201),
      (accompany) => createRelease(deps, caller, fields, accompany),
    );
  },
});
