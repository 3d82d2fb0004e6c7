import type { ClientSession } from 'mongoose';
import type { SsoDeps } from '../../deps.js';
import type { SsoConfigurationRecord } from '../../models/sso-configuration.js';
import { judgeBreakGlass } from './judge-required.js';
import { settingsOf, type ShownSso } from './sso-configuration.js';

/**
 * Writes whether single sign-on is required where every request reads it, in the transaction of the configuration. What was
 * signed in otherwise is then refused, and holds again when it is not required any more.
 * @throws AppError settingsInvalid when the user for emergencies has been disabled or demoted since it was judged
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
  // A transaction that takes the user away writes the same record of the organisation.
  if (is.requiresSso) await judgeBreakGlass(stores, before.organisationId, is.breakGlassId, session);
}

function rulesOf(settings: ShownSso['settings']) {
  const requiresSso = settings?.required ?? false;
  return { requiresSso, breakGlassId: requiresSso ? (settings?.breakGlassId ?? null) : null };
}
