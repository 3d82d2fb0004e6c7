import { mayChange, readScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { DeviceFilter } from '../../search/domain/device-filter.js';
import type { BulkDeps } from '../deps.js';
import type { SelectionRecord } from '../models/selection.js';
import { walkDevices } from './walk-devices.js';

const LIFETIME_MS = 3_600_000;
/** Of an organisation; each may have 10,000 ids. */
const MAX_SELECTIONS = 50;
/** A selection of more devices than are walked in this time has no exact count. */
const COUNTING_MS = 3000;

/** A selection with the number of devices that it has now. */
export interface CountedSelection {
  readonly selection: SelectionRecord;
  readonly count: number;
  /** False when counting took too long: there are more than `count`. */
  readonly isExact: boolean;
}

/**
 * Stores a filter for an hour, and counts the devices that the caller sees and that meet it now.
 * @throws AppError forbidden for a caller that may change no device; tooManyOpen
 */
export async function createSelection(
  deps: BulkDeps,
  caller: Caller,
  { filter, except }: { readonly filter: DeviceFilter; readonly except: readonly number[] },
  accompany: Accompany<CountedSelection>,
): Promise<CountedSelection> {
  if (!mayChange(caller)) throw new AppError('forbidden');
  const { stores, now } = deps;
  const { organisationId, userId } = caller;
  const counted = await count(deps, caller, filter, new Set(except));
  const selection = {
    _id: await stores.ids.reserve('selections'),
    organisationId,
    userId,
    filter,
    except: [...new Set(except)],
    expiresAt: new Date(now().getTime() + LIFETIME_MS),
  };
  const created = { selection, ...counted };
  await stores.transact(organisationId, async (session) => {
    if ((await stores.selections.count(organisationId, now(), session)) >= MAX_SELECTIONS)
      throw new AppError('tooManyOpen', {
        text: `The organisation has ${MAX_SELECTIONS} selections, which is the most; each ends after an hour`,
      });
    await stores.selections.create(selection, session);
    await accompany(created, session);
  });
  return created;
}

async function count(
  deps: BulkDeps,
  caller: Caller,
  filter: DeviceFilter,
  except: ReadonlySet<number>,
): Promise<{ count: number; isExact: boolean }> {
  const deadline = performance.now() + COUNTING_MS;
  let met = 0;
  for (let last: number | null = 0; last !== null;) {
    if (performance.now() >= deadline) return { count: met, isExact: false };
    const walked = await walkDevices(deps, readScope(caller), filter, last);
    met += walked.ids.filter((id) => !except.has(id)).length;
    last = walked.last;
  }
  return { count: met, isExact: true };
}
