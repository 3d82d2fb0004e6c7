import { BATCH } from '../../platform/mongo/batches.js';
import type { AlertDeps } from '../deps.js';
import type { AlertKind } from '../domain/alert-kinds.js';
import { isWanted, type AlertSettings } from '../domain/alert-settings.js';
import type { Opening } from '../stores/alert-store.js';
import type { ReadSources, Source } from '../stores/source-store.js';

/** The alerts of a kind in an organisation. */
export interface Compared<Kind extends AlertKind> {
  readonly organisationId: number;
  readonly settings: AlertSettings;
  readonly kind: Kind;
}

/**
 * Compares what alerts of a kind are open for with those that are open, page by page: opens those that are missing, and
 * closes those whose cause has ended.
 * @param openingsOf the alerts of the sources of a page that the organisation wants
 */
export async function compareSources<Kind extends AlertKind, Cause extends Source>(
  deps: AlertDeps,
  { organisationId, settings, kind }: Compared<Kind>,
  read: ReadSources<Cause>,
  openingsOf: (wanted: readonly Cause[], now: Date) => readonly Opening[] | Promise<readonly Opening[]>,
): Promise<void> {
  const { stores } = deps;
  const now = deps.now();
  for (let after = 0; ;) {
    const { sources, to } = await read(organisationId, after, BATCH);
    const wanted = sources.filter(({ networkId }) => isWanted(settings, kind, networkId));
    await stores.alerts.open(organisationId, kind, await openingsOf(wanted, now), now);
    await closeOthers(deps, organisationId, kind, { after, to }, sources);
    if (to === null) return;
    after = to;
  }
}

/** Closes the alerts of a range of subjects that are not among the sources. */
async function closeOthers(
  { stores, now }: AlertDeps,
  organisationId: number,
  kind: AlertKind,
  { after, to }: { readonly after: number; readonly to: number | null },
  sources: readonly Source[],
): Promise<void> {
  const lasting = new Set(sources.map(({ subjectId }) => subjectId));
  for (let from = after; ;) {
    const current = await stores.alerts.currentAfter(organisationId, kind, from, BATCH);
    const within = current.filter(({ subjectId }) => to === null || subjectId <= to);
    await stores.alerts.close(
      within.filter(({ subjectId }) => !lasting.has(subjectId)),
      now(),
    );
    if (within.length < BATCH) return;
    from = within.at(-1)?.subjectId ?? from;
  }
}
