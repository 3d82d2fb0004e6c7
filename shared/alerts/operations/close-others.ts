import { BATCH } from '../../platform/mongo/batches.js';
import type { AlertDeps } from '../deps.js';
import type { AlertKind } from '../domain/alert-kinds.js';

/** Subjects after one up to another; null: without end. */
export interface SubjectRange {
  readonly after: number;
  readonly to: number | null;
}

/** Closes the alerts of a range of subjects that are not among those whose cause lasts. */
export async function closeOthers(
  { stores, now }: Pick<AlertDeps, 'stores' | 'now'>,
  organisationId: number,
  kind: AlertKind,
  { after, to }: SubjectRange,
  lasting: ReadonlySet<number>,
): Promise<void> {
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
