import Joi from 'joi';
import { sha256 } from '../../../shared/import/domain/fields.js';
import type { FirmwareUrl } from '../../../shared/upgrades/models/firmware-release.js';
import { flag } from '../../http/fields.js';

/** The file of a hardware part. */
export interface FileInput {
  part_number: string;
  url: string;
  sha256?: string | null;
  size?: number | null;
}

/** The fields of a release that callers set. */
export const firmwareFields = {
  urls: Joi.array()
    .items(
      Joi.object({
        part_number: Joi.string().max(255).required(),
        url: Joi.string()
          .max(2048)
          .uri({ scheme: ['http', 'https'] })
          .required(),
        sha256: sha256.lowercase().allow(null),
        size: Joi.number().integer().min(1).allow(null).description('In bytes'),
      }),
    )
    .unique('part_number')
    .min(1)
    .max(500),
  is_released: flag,
  notes: Joi.string().trim().max(10_000).allow('', null),
};

/** The files as they are stored. */
export function filesOf(urls: readonly FileInput[]): FirmwareUrl[] {
  return urls.map(({ part_number: partNumber, url, sha256: hash, size }) => ({
    partNumber,
    url,
    ...(typeof hash === 'string' ? { sha256: hash } : {}),
    ...(typeof size === 'number' ? { size } : {}),
  }));
}

/** Blank notes are none. */
export function notesOf(notes: string | null): string | null {
  return notes === '' ? null : notes;
}
