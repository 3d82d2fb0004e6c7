import type { ClientSession } from 'mongoose';
import type { SsoDeps } from '../../deps.js';
import type { SsoConfigurationRecord } from '../../models/sso-configuration.js';
import { settingsOf, type ShownSso } from './sso-configuration.js';

/**
 * Writes whether single sign-on is required where every request reads it, in the transaction of the configuration. What was
 * signed in otherwise is then refused, and holds again when it is not required any more.
 */
export async function requireOf(
  { stores }: Pick<SsoDeps, 'stores'>,
  before: ShownSso,
  after: SsoConfigurationRecord,
  session: ClientSession,
): Promise<void> {
  const settings = settingsOf(after);
  const [was, is] = [rulesOf(before.settings), rulesOf(settings)];
  if (was.requiresSso === is.requiresSso && was.breakGlassId === is.breakGlassId) return;
  await stores.organisationRules.requireSso(before.organisationId, is, session);
}

function rulesOf(settings: ShownSso['settings']) {
  const requiresSso = settings?.required ?? false;
  return { requiresSso, breakGlassId: requiresSso ? (settings?.breakGlassId ?? null) : null };
}
