import type { DeviceIdentity } from '../../inventory/domain/device-identity.js';
import type { ErrorName } from '../../platform/errors/catalogue.js';

/** What a list says of a device; an empty text, or no tags: nothing. */
export interface ImportRow {
  /** Its number in the list, by which answers name it. */
  readonly row: number;
  readonly mac: string;
  readonly serial: string;
  readonly name: string;
  readonly network: string;
  readonly tags: readonly string[];
  readonly notes: string;
  readonly identity: string;
}

/** Why a row changes nothing: the refusal that a request for its device alone would get, and its text. */
export interface RowFault {
  readonly refusal: ErrorName;
  readonly text: string;
}

/** A row with the MAC of its device, or with what is wrong with it. */
export interface IdentifiedRow extends ImportRow {
  readonly macId: string | null;
  readonly asIdentity: DeviceIdentity | null;
  readonly fault: RowFault | null;
}

/** What becomes of a row; of several, the first. */
export const ROW_ACTIONS = ['claimed', 'moved', 'renamed', 'changed', 'unchanged', 'refused'] as const;
export type RowAction = (typeof ROW_ACTIONS)[number];
export type RowChangeAction = Exclude<RowAction, 'refused'>;

/** A changed row, by its position in the request. */
export interface RowResult {
  readonly at: number;
  readonly action: RowChangeAction;
}

export interface RefusedRow {
  readonly at: number;
  readonly errorCode: number | null;
  readonly reason: string;
}
