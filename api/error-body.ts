import type { AppError } from '../shared/errors/app-error.js';
import { ERRORS } from '../shared/errors/catalogue.js';
import type { Family } from './endpoint.js';

/**
 * One refusal in the words of the family that was asked (Interface document, Errors): /v1 and devices get
 * {msg, error_code}, upgrades {message, status}, the table {error}.
 */
export function errorBody(family: Family, error: AppError): Record<string, unknown> {
  const { status, code } = ERRORS[error.refusal];
  switch (family) {
    case 'upgrades':
      return { message: error.message, status };
    case 'table':
      return { error: error.message };
    default:
      return { msg: error.message, ...errorsOf(error), ...(code === null ? {} : { error_code: code }) };
  }
}

/** All messages of a failed validation in one text (Interface document, SSID create, rule 2, and update, rule 2). */
function errorsOf({ details: { errors } }: AppError): { errors?: string } {
  return typeof errors === 'string' ? { errors } : {};
}

/** The family a path belongs to, for answers given before an endpoint is known. */
export function familyOf(path: string): Family {
  if (/^\/upgrades\/upgrade_list(\.json)?$/.test(path)) return 'table';
  return path === '/upgrades' || path === '/upgrades.json' || path.startsWith('/upgrades/')
    ? 'upgrades'
    : 'v1';
}
