import { AppError } from '../../shared/platform/errors/app-error.js';
import { ERRORS, type ErrorName } from '../../shared/platform/errors/catalogue.js';
import type { RawParameters } from './parameters.js';

/** The parameters that name the missing record; the first one that was sent is what was looked up. */
const LOOKED_UP = {
  networkNotFound: ['network_name', 'network_id', 'id'],
  deviceNotFound: ['mac_id', 'id'],
  noDeviceForMacs: ['mac_ids'],
  initTemplateNotFound: ['init_template_name', 'init_template_id'],
  moveNetworkNotFound: ['existing_network_id'],
  ssidNotFound: ['id', 'network_ssid'],
  upgradeNotFound: ['id'],
  scheduleNotFound: ['id'],
  rolloutNotFound: ['id'],
  webhookNotFound: ['delivery_id', 'id'],
  alertNotFound: ['id'],
  accessTokenNotFound: ['id'],
  userNotFound: ['user_id', 'id'],
  tagNotFound: ['id'],
  selectionNotFound: ['selection'],
  bulkOperationNotFound: ['id'],
  firmwareReleaseNotFound: ['id'],
} as const satisfies Partial<Record<ErrorName, readonly string[]>>;

const MAX_SHOWN = 100;

/** The same error; that of a missing record names what was looked up, as it was sent: `Upgrade not found: 7`. */
export function namingLookedUp<Thrown>(error: Thrown, sent: RawParameters): Thrown | AppError {
  if (!(error instanceof AppError) || !(error.refusal in LOOKED_UP)) return error;
  const { refusal, message, details, cause } = error;
  if (message !== ERRORS[refusal].text) return error;
  for (const name of LOOKED_UP[refusal as keyof typeof LOOKED_UP]) {
    const shown = shownValue(sent[name]);
    if (shown !== null) return new AppError(refusal, { text: `${message}: ${shown}`, details, cause });
  }
  return error;
}

/** A record may also be named by the `id` of an object. */
function shownValue(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.trim() === '' ? null : value.slice(0, MAX_SHOWN);
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  const { id } = value;
  return typeof id === 'number' || typeof id === 'string' ? shownValue(id) : null;
}
