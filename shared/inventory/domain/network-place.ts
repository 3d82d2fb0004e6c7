import Joi from 'joi';
import { cleanText } from '../../platform/values/texts.js';

/** Where a network is, under the names of the API. It has both coordinates or none. */
export interface NetworkPlace {
  /** Degrees north, and degrees east. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly address: string | null;
}

const MAX_ADDRESS = 500;

export const placeFields = {
  latitude: Joi.number().min(-90).max(90),
  longitude: Joi.number().min(-180).max(180),
  address: cleanText.trim().max(MAX_ADDRESS),
};

/** The place among the fields of a network. */
export function placeOf({ latitude, longitude, address }: NetworkPlace): NetworkPlace {
  return { latitude, longitude, address };
}

/** What is wrong with coordinates that are both within their ranges. */
export function placeFaults({
  latitude,
  longitude,
}: Pick<NetworkPlace, 'latitude' | 'longitude'>): { readonly path: string; readonly msg: string }[] {
  if ((latitude === null) === (longitude === null)) return [];
  const [missing, given] = latitude === null ? ['latitude', 'longitude'] : ['longitude', 'latitude'];
  return [{ path: missing, msg: `is required while there is a ${given}` }];
}
