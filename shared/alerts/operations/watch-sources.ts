import { BATCH } from '../../platform/mongo/batches.js';
import type { Turn } from '../../platform/loop.js';
import type { AlertDeps } from '../deps.js';
import type { AlertKind } from '../domain/alert-kinds.js';
import { settingsOf } from '../domain/alert-settings.js';
import { alertText } from '../domain/alert-text.js';
import type { Opening } from '../stores/alert-store.js';
import type { ReadSources, Source } from '../stores/source-store.js';
import { compareSources, type Compared } from './compare-sources.js';
import { watchRadios } from './watch-radios.js';

/** The kinds whose alerts last as long as something that the stores have. */
type SourceKind = Exclude<AlertKind, 'device_down' | 'network_down' | 'radio_down'>;

/**
 * One pass over all organisations: opens an alert for each paused rollout, held network and so on that has none, closes
 * those whose cause has ended, and those of devices and networks that are gone. It compares what is with what is open, so
 * it can be killed anywhere, and needs no messages.
 * @returns false: the next pass comes later
 */
export async function watchSources(deps: AlertDeps, { lease }: Pick<Turn, 'lease'>): Promise<false> {
  const { stores, log } = deps;
  for await (const organisationId of stores.observations.organisationIds()) {
    await lease.check();
    try {
      const record = await stores.alertSettings.find(organisationId);
      const settings = settingsOf(record?.kinds ?? {});
      for (const [kind, read] of Object.entries(sourcesOf(deps)) as [SourceKind, ReadSources<Source>][])
        await compare(deps, { organisationId, settings, kind }, read);
      await watchRadios(deps, organisationId, settings);
      await closeGone(deps, organisationId, 'device_down', (ids) =>
        stores.alertSources.existingDevices(organisationId, ids),
      );
      await closeGone(deps, organisationId, 'network_down', (ids) =>
        stores.alertSources.existingNetworks(organisationId, ids),
      );
    } catch (error) {
      log.warn(
        { err: error, organisation: organisationId },
        'Causes of alerts were not read; the next pass tries again',
      );
    }
  }
  return false;
}

function sourcesOf({
  stores: { alertSources },
  now,
}: AlertDeps): Readonly<Record<SourceKind, ReadSources<Source>>> {
  return {
    rollout_paused: (...page) => alertSources.pausedRollouts(...page),
    configuration_held: (...page) => alertSources.heldNetworks(...page),
    configuration_failed: (...page) => alertSources.failedDevices(...page),
    service_deaf: (organisationId) => alertSources.deafOrganisation(organisationId),
    webhook_disabled: (...page) => alertSources.disabledWebhooks(...page),
    identity_conflict: (...page) => alertSources.identityConflicts(now(), ...page),
    certificate_expiring: (organisationId) => alertSources.expiringCertificates(now(), organisationId),
  };
}

async function compare(
  deps: AlertDeps,
  compared: Compared<SourceKind>,
  read: ReadSources<Source>,
): Promise<void> {
  const { kind, organisationId } = compared;
  const representing: Opening[] = [];
  await compareSources(deps, compared, read, (wanted) => {
    const openings = wanted.map(({ facts, ...source }): Opening => {
      return { kind, ...source, state: 'open', text: alertText(kind, facts) };
    });
    representing.push(...openings.filter(({ folded }) => folded !== undefined));
    return openings;
  });
  await renew(deps.stores, organisationId, kind, representing);
}

/** Says of open alerts which devices they represent now. */
async function renew(
  stores: AlertDeps['stores'],
  organisationId: number,
  kind: SourceKind,
  openings: readonly Opening[],
): Promise<void> {
  const wanted = new Map(openings.map((opening) => [opening.subjectId, opening]));
  const current = await stores.alerts.current(organisationId, kind, [...wanted.keys()]);
  await stores.alerts.setFolded(
    current.flatMap((read) => {
      const { text, folded = [], count = 0 } = wanted.get(read.subjectId) ?? read;
      return text === read.text && count === read.count ? [] : [{ read, text, folded, count }];
    }),
  );
}

/** Closes the alerts of subjects that are gone. */
async function closeGone(
  { stores, now }: AlertDeps,
  organisationId: number,
  kind: AlertKind,
  existing: (ids: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<void> {
  for (let after = 0; ;) {
    const current = await stores.alerts.currentAfter(organisationId, kind, after, BATCH);
    if (current.length === 0) return;
    const there = await existing(current.map(({ subjectId }) => subjectId));
    await stores.alerts.close(
      current.filter(({ subjectId }) => !there.has(subjectId)),
      now(),
    );
    if (current.length < BATCH) return;
    after = current.at(-1)?.subjectId ?? after;
  }
}
