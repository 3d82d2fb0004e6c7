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
import type { AlertSettingsRecord } from '../models/alert-settings.js';
import { KIND_TERMS, type AlertKind } from '../domain/alert-kinds.js';
import {
  settingsOf,
  type AlertSettings,
  type StoredKindSettings,
  type StoredSettings,
} from '../domain/alert-settings.js';
import type { StoredEmailSettings } from '../domain/notification-settings.js';
import { emailFaults, patchedEmail, presentEmail, type EmailPatch } from './mail/email-settings.js';
import { mailedKinds } from './mail/gather-mails.js';

const MAX_TRIES = 10;

export interface ShownAlertSettings {
  readonly settings: AlertSettings;
  /** The mails of users who have not chosen. */
  readonly email: StoredEmailSettings;
  /** The kinds of alerts that at least one user gets by e-mail; null when the service sends none. */
  readonly mailed: readonly AlertKind[] | null;
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
export async function showAlertSettings(deps: AlertDeps, caller: Caller): Promise<ShownAlertSettings> {
  requireAdministrator(caller);
  const record = await deps.stores.alertSettings.find(caller.organisationId);
  return shownOf(record, await mailedKinds(deps, caller.organisationId, record?.email ?? {}));
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
    email: emailPatch = {},
    revisions,
  }: {
    readonly kinds?: KindsPatch | undefined;
    readonly email?: EmailPatch | undefined;
    readonly revisions: readonly number[] | null;
  },
  accompany: Accompany<ShownAlertSettings>,
): Promise<ShownAlertSettings> {
  requireAdministrator(caller);
  const { stores, now } = deps;
  const { organisationId } = caller;
  const faults = [
    ...(await faultsOf(deps, caller, patch)),
    ...(await emailFaults(deps, wholeOrganisation(organisationId), emailPatch)),
  ];
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const record = await stores.alertSettings.find(organisationId);
    const before = shownOf(record, null);
    requireRevision(before, revisions);
    if (faults.length > 0) throw new AppError('settingsInvalid', { details: { errors: faults } });
    const kinds = patched(record?.kinds ?? {}, patch);
    const email = patchedEmail(before.email, emailPatch);
    const mailed = await mailedKinds(deps, organisationId, email);
    if (isDeepStrictEqual([settingsOf(kinds), email], [before.settings, before.email]))
      return { ...before, mailed };
    await stores.alertSettings.ensure(organisationId);
    const changed = await stores.transact(organisationId, async (session) => {
      const { revision } = before;
      const written = await stores.alertSettings.change(organisationId, revision, { kinds, email }, session);
      if (written === null) return null;
      const after = shownOf(written, mailed);
      const entry = {
        organisationId,
        at: now(),
        action: 'alert_settings.updated',
        subject: 'alert_settings',
      };
      const fields = { before: presentAlertSettings(before), after: presentAlertSettings(after) };
      await stores.audit.write([newEntry({ ...entry, ...fields }, authorOf(caller))], session);
      await accompany(after, session);
      return after;
    });
    if (changed) return changed;
  }
  throw new AppError('overloaded');
}

function shownOf(
  record: AlertSettingsRecord | null,
  mailed: readonly AlertKind[] | null,
): ShownAlertSettings {
  const { kinds = {}, email = {}, revision = 0 } = record ?? {};
  return { settings: settingsOf(kinds), email, mailed, revision };
}

/** The settings under the names of the API. */
export function presentAlertSettings({ settings, email }: ShownAlertSettings) {
  const { enabled = null, kinds = null, networks = null } = email;
  return { kinds: presentKinds(settings), email: presentEmail({ enabled, kinds, networks }) };
}

function presentKinds(settings: AlertSettings) {
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
