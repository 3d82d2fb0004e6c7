import { AppError } from '../../platform/errors/app-error.js';
import { placeFaults, type NetworkPlace } from '../domain/network-place.js';

/** @throws AppError settingsInvalid for one coordinate without the other */
export function requirePlace(place: Pick<NetworkPlace, 'latitude' | 'longitude'>): void {
  const errors = placeFaults(place);
  const [first] = errors;
  if (first)
    throw new AppError('settingsInvalid', { text: `${first.path} ${first.msg}`, details: { errors } });
}
