import Joi from 'joi';
import type { Caller } from '../../shared/access/domain/access.js';
import type { FirmwareReleaseRecord } from '../../shared/firmware/models/firmware-release.js';
import { withRunning, type ReleaseView } from '../../shared/firmware/operations/find-release.js';
import type { ApiDeps } from '../deps.js';
import type { Answer } from '../http/endpoint.js';
import { recordSchema } from '../http/answer-schemas.js';
import { etagOf } from '../http/etag.js';

const whole = Joi.number().integer().required();
const text = Joi.string().required();

export const firmwareReleaseSchema = Joi.object({
  id: whole,
  organisation_id: whole.allow(null).description('Null: a release of the installation'),
  version: text,
  urls: Joi.array()
    .items(
      Joi.object({
        part_number: text,
        url: text,
        sha256: text.allow(null),
        size: whole.allow(null),
      }),
    )
    .required(),
  is_released: Joi.boolean().required(),
  notes: text.allow(null),
  running_on: whole.description('How many devices run this version'),
  running_on_is_exact: Joi.boolean().required().description('False: more than `running_on`'),
  revision: whole,
});

export function presentFirmwareRelease({ release, runningOn, isExact }: ReleaseView) {
  const { _id, organisationId, version, urls, isReleased, notes, revision } = release;
  return {
    id: _id,
    organisation_id: organisationId,
    version,
    urls: urls.map(({ partNumber, url, sha256, size }) => ({
      part_number: partNumber,
      url,
      sha256: sha256 ?? null,
      size: size ?? null,
    })),
    is_released: isReleased,
    notes: notes ?? null,
    running_on: runningOn,
    running_on_is_exact: isExact,
    revision: revision ?? 0,
  };
}

export const firmwareAnswerSchema = recordSchema('firmware_release', firmwareReleaseSchema);

/** The answer of an operation on one release. */
export async function firmwareAnswer(
  deps: ApiDeps,
  caller: Caller,
  release: FirmwareReleaseRecord,
  status = 200,
): Promise<Answer> {
  const [view = { release, runningOn: 0, isExact: true }] = await withRunning(deps, caller, [release]);
  return {
    status,
    headers: { ETag: etagOf(release.revision ?? 0) },
    body: { data: { firmware_release: presentFirmwareRelease(view) }, status },
  };
}
