import { findRelease } from '../../shared/firmware/operations/find-release.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { firmwareAnswer, firmwareAnswerSchema } from './present-firmware-release.js';

export const showFirmwareReleaseEndpoint = endpoint<{ id: number }>({
  operation: 'show_firmware_release',
  summary: 'Show a firmware release',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showFirmwareRelease,
  input: recordId,
  headers: ['If-None-Match'],
  output: { 200: firmwareAnswerSchema },
  refusals: ['firmwareReleaseNotFound'],
  async handle({ deps, caller, input: { id } }) {
    return firmwareAnswer(deps, caller, await findRelease(deps, caller, id));
  },
});
