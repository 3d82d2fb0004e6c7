import { isDeepStrictEqual } from 'node:util';
import {
  authorOf,
  requireAdministrator,
  wholeOrganisation,
  type Caller,
} from '../../access/domain/access.js';
import { newEntry } from '../../audit/domain/audit-entry.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Fault } from '../../platform/errors/faults.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import { requireRevision } from '../../platform/values/revision.js';
import type { AlertDeps } from '../deps.js';
import { KIND_TERMS, type AlertKind } from '../domain/alert-kinds.js';
import {
  settingsOf,
  type AlertSettings,
  type StoredKindSettings,
  type StoredSettings,
} from '../domain/alert-settings.js';

const MAX_TRIES = 10;

export interface ShownAlertSettings {
  readonly settings: AlertSettings;
  readonly revision: number;
}

/** What a caller changes of kinds, under the names of the API. */
export type KindsPatch = Partial<
  Record<
    AlertKind,
    {
      readonly enabled?: boolean;
      readonly after_minutes?: number | null;
      readonly networks?: 'all' | readonly number[];
    }
  >
>;

/** @throws AppError forbidden */
export async function showAlertSettings({ stores }: AlertDeps, caller: Caller): Promise<ShownAlertSettings> {
  requireAdministrator(caller);
  const record = await stores.alertSettings.find(caller.organisationId);
  return { settings: settingsOf(record?.kinds ?? {}), revision: record?.revision ?? 0 };
}

/**
 * Changes the settings of alerts with a merge patch.
 * @throws AppError forbidden, revisionChanged, settingsInvalid; overloaded when all tries fail
 */
export async function updateAlertSettings(
  deps: AlertDeps,
  caller: Caller,
  {
    kinds: patch = {},
    revisions,
  }: { readonly kinds?: KindsPatch | undefined; readonly revisions: readonly number[] | null },
  accompany: Accompany<ShownAlertSettings>,
): Promise<ShownAlertSettings> {
  requireAdministrator(caller);
  const { stores, now } = deps;
  const { organisationId } = caller;
  const faults = await faultsOf(deps, caller, patch);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const record = await stores.alertSettings.find(organisationId);
    const before = { settings: settingsOf(record?.kinds ?? {}), revision: record?.revision ?? 0 };
    requireRevision(before, revisions);
    if (faults.length > 0) throw new AppError('settingsInvalid', { details: { errors: faults } });
    const kinds = patched(record?.kinds ?? {}, patch);
    if (isDeepStrictEqual(settingsOf(kinds), before.settings)) return before;
    await stores.alertSettings.ensure(organisationId);
    const changed = await stores.transact(organisationId, async (session) => {
      const written = await stores.alertSettings.change(organisationId, before.revision, kinds, session);
      if (written === null) return null;
      const after = { settings: settingsOf(written.kinds), revision: written.revision };
      const entry = {
        organisationId,
        at: now(),
        action: 'alert_settings.updated',
        subject: 'alert_settings',
      };
      const fields = { before: presentKinds(before.settings), after: presentKinds(after.settings) };
      await stores.audit.write([newEntry({ ...entry, ...fields }, authorOf(caller))], session);
      await accompany(after, session);
      return after;
    });
    if (changed) return changed;
  }
  throw new AppError('overloaded');
}

/** The settings under the names of the API. */
export function presentKinds(settings: AlertSettings) {
  return Object.fromEntries(
    Object.entries(settings).map(([kind, { enabled, afterMinutes, networks }]) => [
      kind,
      { enabled, after_minutes: afterMinutes, networks: networks ?? 'all' },
    ]),
  );
}

function patched(stored: StoredSettings, patch: KindsPatch): StoredSettings {
  const changes = Object.entries(patch) as [AlertKind, NonNullable<KindsPatch[AlertKind]>][];
  return {
    ...stored,
    ...Object.fromEntries(
      changes.map(
        ([kind, { enabled, after_minutes: minutes, networks }]): [AlertKind, StoredKindSettings] => [
          kind,
          {
            ...stored[kind],
            ...(enabled === undefined ? {} : { enabled }),
            ...(minutes === undefined || minutes === null ? {} : { afterMinutes: minutes }),
            ...(networks === undefined
              ? {}
              : { networks: networks === 'all' ? null : [...new Set(networks)] }),
          },
        ],
      ),
    ),
  };
}

/** Times of kinds without silence, and networks that the organisation does not have. */
async function faultsOf(
  { stores }: AlertDeps,
  { organisationId }: Caller,
  patch: KindsPatch,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [kind, { after_minutes: minutes, networks }] of Object.entries(patch)) {
    const hasSilence = KIND_TERMS[kind as AlertKind].afterMinutes !== null;
    const path = `kinds.${kind}`;
    if (!hasSilence && typeof minutes === 'number')
      faults.push({ path: `${path}.after_minutes`, msg: 'cannot be set: the kind has no silence' });
    if (hasSilence && minutes === null)
      faults.push({ path: `${path}.after_minutes`, msg: 'must be a number of minutes' });
    if (networks === undefined || networks === 'all') continue;
    const known = await stores.networks.namesOf(wholeOrganisation(organisationId), networks);
    for (const [index, id] of networks.entries())
      if (!known.has(id)) faults.push({ path: `${path}.networks[${index}]`, msg: 'is not a network' });
  }
  return faults;
}
