import type { Scope } from '../../../access/domain/access.js';
import type { Fault } from '../../../platform/errors/faults.js';
import type { AlertDeps } from '../../deps.js';
import type { AlertKind } from '../../domain/alert-kinds.js';
import type { EmailSettings, StoredEmailSettings } from '../../domain/notification-settings.js';

/** What a caller changes of mails, under the names of the API. */
export interface EmailPatch {
  readonly enabled?: boolean | null;
  readonly kinds?: 'all' | readonly AlertKind[];
  readonly networks?: 'all' | readonly number[];
}

/** The settings after a change. `enabled: null` goes back to what applies without a choice. */
export function patchedEmail(
  stored: StoredEmailSettings,
  { enabled, kinds, networks }: EmailPatch,
): StoredEmailSettings {
  const { enabled: before, ...rest } = stored;
  const next = enabled === undefined ? before : (enabled ?? undefined);
  return {
    ...rest,
    ...(next === undefined ? {} : { enabled: next }),
    ...(kinds === undefined ? {} : { kinds: kinds === 'all' ? null : [...new Set(kinds)] }),
    ...(networks === undefined ? {} : { networks: networks === 'all' ? null : [...new Set(networks)] }),
  };
}

/** Networks that are not in a scope. */
export async function emailFaults(
  { stores }: AlertDeps,
  scope: Scope,
  { networks }: EmailPatch,
): Promise<Fault[]> {
  if (networks === undefined || networks === 'all') return [];
  const known = await stores.networks.namesOf(scope, networks);
  return networks.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `email.networks[${index}]`, msg: 'is not a network' }],
  );
}

/** The settings under the names of the API. */
export function presentEmail<Enabled extends boolean | null>({
  enabled,
  kinds,
  networks,
}: Omit<EmailSettings, 'enabled'> & { readonly enabled: Enabled }) {
  return { enabled, kinds: kinds ?? ('all' as const), networks: networks ?? ('all' as const) };
}
