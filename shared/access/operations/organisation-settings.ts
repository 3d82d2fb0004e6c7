import { isDeepStrictEqual } from 'node:util';
import { authorOf, type Caller } from '../domain/access.js';
import { newEntry } from '../../audit/domain/audit-entry.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import { requireRevision } from '../../platform/values/revision.js';
import type { AccessDeps } from '../deps.js';
import { hasSecondFactor, signInRulesOf, type SignInRules } from '../domain/sign-in-rules.js';
import type { OrganisationSettings } from '../stores/organisation-rules-store.js';
import type { RevocationDeps } from './revoke-access-token.js';

const MAX_TRIES = 10;

/** The organisation of a caller, and how its users sign in. */
export interface ShownOrganisation {
  readonly id: number;
  readonly name: string;
  readonly noOfAps: number;
  readonly rules: SignInRules;
  readonly revision: number;
}

/** @throws AppError unauthenticated when the organisation was deleted meanwhile */
export async function showOrganisation(
  { stores }: Pick<AccessDeps, 'stores'>,
  { organisationId }: Caller,
): Promise<ShownOrganisation> {
  const found = await stores.organisationRules.find(organisationId);
  if (!found) throw new AppError('unauthenticated');
  return shownOf(found);
}

interface RulesPatch extends Partial<SignInRules> {
  readonly revisions: readonly number[] | null;
}

/**
 * Changes how the users of an organisation sign in. A caller that requires a second factor has one.
 * @throws AppError forbidden, revisionChanged, settingsInvalid; overloaded when all tries fail
 */
export async function updateOrganisation(
  deps: RevocationDeps,
  caller: Caller,
  { revisions, ...patch }: RulesPatch,
  accompany: Accompany<ShownOrganisation>,
): Promise<ShownOrganisation> {
  if (caller.role !== 'super_admin') throw new AppError('forbidden');
  const { stores, now, accessEpoch } = deps;
  const { organisationId } = caller;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = await stores.organisationRules.find(organisationId);
    if (!found) throw new AppError('unauthenticated');
    const before = shownOf(found);
    requireRevision(before, revisions);
    const rules = { ...before.rules, ...patch };
    if (isDeepStrictEqual(rules, before.rules)) return before;
    if (rules.requiresSecondFactor && !before.rules.requiresSecondFactor)
      await requireOwnFactor(deps, caller);
    const changed = await stores.transactUncounted(async (session) => {
      const written = await stores.organisationRules.change(found, rules, session);
      if (written === null) return null;
      const after = shownOf(written);
      const subject = `organisation:${organisationId}`;
      const fields = { before: auditedRules(before), after: auditedRules(after) };
      const change = { organisationId, at: now(), action: 'organisation.updated', subject };
      await stores.audit.write([newEntry({ ...change, ...fields }, authorOf(caller))], session);
      await accompany(after, session);
      return after;
    });
    if (changed === null) continue;
    await accessEpoch.change();
    return changed;
  }
  throw new AppError('overloaded');
}

/** @throws AppError settingsInvalid */
async function requireOwnFactor(
  { stores }: Pick<AccessDeps, 'stores'>,
  { organisationId, userId }: Caller,
): Promise<void> {
  const user = await stores.users.find({ organisationId, userId });
  if (user && hasSecondFactor(user)) return;
  const errors = [{ path: 'require_second_factor', msg: 'needs a second factor of your own first' }];
  throw new AppError('settingsInvalid', { details: { errors } });
}

function shownOf({ _id, name, noOfAps, settingsRevision = 0, ...rules }: OrganisationSettings) {
  return { id: _id, name, noOfAps, rules: signInRulesOf(rules), revision: settingsRevision };
}

function auditedRules({ rules }: ShownOrganisation) {
  return { require_second_factor: rules.requiresSecondFactor, session_idle_minutes: rules.idleMinutes };
}
