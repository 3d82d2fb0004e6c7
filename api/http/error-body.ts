import type { AppError } from '../../shared/platform/errors/app-error.js';
import { ERRORS } from '../../shared/platform/errors/catalogue.js';
import type { Family } from './endpoint.js';

/**
 * One refusal in the words of the family that was asked (docs/interface.md#errors): /v1 and devices get
 * {msg, error_code}, upgrades {message, status}; the table says {error} when it fails, or cannot read the body, and
 * otherwise refuses as upgrades do.
 */
export function errorBody(family: Family, error: AppError): Record<string, unknown> {
  const { status, code } = ERRORS[error.refusal];
  switch (family) {
    case 'upgrades':
      return { message: error.message, status };
    case 'table':
      return isTableFailure(status) ? { error: error.message } : { message: error.message, status };
    default:
      return { msg: error.message, ...errorsOf(error), ...(code === null ? {} : { error_code: code }) };
  }
}

/** All messages of a failed validation in one text (docs/interface.md#ssid-create). */
function errorsOf({ details: { errors } }: AppError): { errors?: string } {
  return typeof errors === 'string' ? { errors } : {};
}

/**
 * The table's status (docs/interface.md#upgrade_list). Who may not ask at all, or asks
 * unreadably, has not got that far.
 */
export function tableStatus(status: number): number {
  return status === 422 || status === 503 ? 500 : status;
}

/** Whether a status of the table is a failure of it, which has {error} for a body. */
export function isTableFailure(status: number): boolean {
  return [400, 413, 500].includes(tableStatus(status));
}

/** The family a path belongs to, for answers given before an endpoint is known. */
export function familyOf(path: string): Family {
  if (/^\/upgrades\/upgrade_list(\.json)?$/.test(path)) return 'table';
  return path === '/upgrades' || path === '/upgrades.json' || path.startsWith('/upgrades/')
    ? 'upgrades'
    : 'v1';
}
