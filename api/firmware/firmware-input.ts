import Joi from 'joi';
import {
  fileSize,
  firmwareUrl,
  MAX_FILES,
  partNumber,
  releaseNotes,
  sha256,
} from '../../shared/firmware/domain/firmware-file.js';
import type { FirmwareUrl } from '../../shared/firmware/models/firmware-release.js';
import { flag } from '../http/fields.js';

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
        part_number: partNumber.required(),
        url: firmwareUrl.required(),
        sha256: sha256.lowercase().allow(null),
        size: fileSize.allow(null).description('In bytes'),
      }),
    )
    .unique('part_number')
    .min(1)
    .max(MAX_FILES),
  is_released: flag,
  notes: releaseNotes.allow('', null),
};

/** The files as they are stored. */
export function filesOf(urls: readonly FileInput[]): FirmwareUrl[] {
  return urls.map(({ part_number, url, sha256: hash, size }) => ({
    partNumber: part_number,
    url,
    ...(typeof hash === 'string' ? { sha256: hash } : {}),
    ...(typeof size === 'number' ? { size } : {}),
  }));
}

/** Blank notes are none. */
export function notesOf(notes: string | null): string | null {
  return notes === '' ? null : notes;
}
