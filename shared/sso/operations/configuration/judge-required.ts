import type { ClientSession } from 'mongoose';
import type { Caller } from '../../../access/domain/access.js';
import { hasSecondFactor } from '../../../access/domain/sign-in-rules.js';
import type { FoundSession } from '../../../access/stores/session-store.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { SsoDeps } from '../../deps.js';
import type { SsoSettings } from '../../domain/sso-settings.js';

type Required = Pick<SsoSettings, 'issuer' | 'clientId' | 'required' | 'breakGlassId'>;
type SignedIn = Pick<FoundSession, 'token'>;

/** Whether a session may require single sign-on: it was signed in by this very configuration, or that was so before. */
export function canRequire(
  settings: Pick<Required, 'issuer' | 'required'> | null,
  { token: { kind, sso } }: SignedIn,
): boolean {
  if (settings === null || kind !== 'session') return false;
  return settings.required || sso?.issuer === settings.issuer;
}

/**
 * Whether single sign-on may be required: the caller has signed in by this very configuration, and one super admin keeps a
 * password with a second factor, for the time when the provider fails.
 * @throws AppError settingsInvalid
 */
export async function judgeRequired(
  { stores }: Pick<SsoDeps, 'stores'>,
  { organisationId }: Caller,
  session: SignedIn,
  before: Required | null,
  { issuer, clientId, required, breakGlassId }: Required,
): Promise<void> {
  if (!required) return;
  const isSame = before?.issuer === issuer && before.clientId === clientId;
  if (!isSame || !canRequire(before, session))
    throw fault('required', 'needs a session that was signed in by this very configuration');
  await judgeBreakGlass(stores, organisationId, breakGlassId);
}

/**
 * Whether a user can sign in when the provider fails.
 * @param session that of the transaction that lets it
 * @throws AppError settingsInvalid
 */
export async function judgeBreakGlass(
  { users }: Pick<SsoDeps['stores'], 'users'>,
  organisationId: number,
  userId: number | null,
  session: ClientSession | null = null,
): Promise<void> {
  const user = userId === null ? null : await users.find({ organisationId, userId }, session);
  const isFit = user?.role === 'super_admin' && !user.disabledAt && user.passwordHash !== null;
  if (!isFit || !hasSecondFactor(user))
    throw fault('break_glass', 'must be an enabled super admin with a password and a second factor');
}

function fault(path: string, msg: string): AppError {
  return new AppError('settingsInvalid', { details: { errors: [{ path, msg }] } });
}
