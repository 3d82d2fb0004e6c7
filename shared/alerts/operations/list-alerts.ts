import type { Caller } from '../../access/domain/access.js';
import type { AlertDeps } from '../deps.js';
import type { AlertRecord } from '../models/alert.js';
import type { AlertPage } from '../stores/alert-list-store.js';

export interface ListedAlerts {
  readonly alerts: AlertRecord[];
  /** Where the list goes on; null at its end. */
  readonly next: number | null;
}

/** The alerts that the caller sees, the newest first. */
export async function listAlerts(
  { stores }: AlertDeps,
  caller: Caller,
  page: AlertPage,
): Promise<ListedAlerts> {
  const found = await stores.alertLists.list(caller, { ...page, limit: page.limit + 1 });
  const alerts = found.slice(0, page.limit);
  return { alerts, next: found.length > page.limit ? (alerts.at(-1)?._id ?? null) : null };
}
