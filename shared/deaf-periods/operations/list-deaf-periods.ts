import type { Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { DeafPeriodDeps } from '../deps.js';
import { united, type DeafScope } from '../domain/deafness.js';
import { INSTALLATION, STILL_DEAF } from '../domain/deaf-period.js';
import type { DeafPeriod } from '../stores/deaf-period-store.js';

export interface ListedDeafPeriod {
  readonly scope: DeafScope;
  readonly from: Date;
  /** Null: it lasts. */
  readonly to: Date | null;
}

/** More are not listed, the latest first. */
const MAX_PERIODS = 1000;
const DAY_MS = 86_400_000;

/**
 * The times in a range in which the service did not hear devices, of the installation and of the caller's organisation,
 * oldest first (docs/console-api.md#deaf_periods).
 * @throws AppError settingsInvalid
 */
export async function listDeafPeriods(
  { stores, now }: DeafPeriodDeps,
  { organisationId }: Pick<Caller, 'organisationId'>,
  range: { readonly from?: Date | undefined; readonly to?: Date | undefined },
): Promise<ListedDeafPeriod[]> {
  const to = range.to ?? now();
  const from = range.from ?? new Date(to.getTime() - DAY_MS);
  if (from >= to)
    throw new AppError('settingsInvalid', {
      details: { errors: [{ path: 'from', msg: 'must be before to' }] },
    });
  const found = await stores.deafPeriods.overlapping(organisationId, { from, to }, MAX_PERIODS);
  const isInstallation = (period: DeafPeriod): boolean => period.organisationId === INSTALLATION;
  return [
    ...joined('installation', found.filter(isInstallation)),
    ...joined(
      'organisation',
      found.filter((period) => !isInstallation(period)),
    ),
  ].sort((one, other) => one.from.getTime() - other.from.getTime());
}

/** Periods of several kinds overlap. */
function joined(scope: DeafScope, periods: readonly DeafPeriod[]): ListedDeafPeriod[] {
  return united(periods.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }))).map((span) => ({
    scope,
    from: new Date(span.from),
    to: span.to === STILL_DEAF.getTime() ? null : new Date(span.to),
  }));
}
