import {
  isAdministrator,
  isOperator,
  mayChange,
  seesUnreleasedFirmware,
  type Principal,
} from '../domain/access.js';
import type { AccessDeps } from '../deps.js';
import type { FoundSession } from '../stores/session-store.js';
import type { Profile } from '../domain/profile.js';
import { hasSecondFactor } from '../domain/sign-in-rules.js';

/** What the role and the permissions of a user allow; networks limit most of it further. */
export interface Rights {
  /** Devices, SSIDs, upgrades and rollouts of networks with full access. */
  readonly change: boolean;
  /** Claim, release and change unassigned devices. */
  readonly manageInventory: boolean;
  /** Networks, users below the own role, webhooks, the audit log, approval of stages. */
  readonly administer: boolean;
  readonly publishFirmware: boolean;
  readonly unreleasedFirmware: boolean;
}

/** Who asks, and until when the session or token is valid. */
export interface DescribedCaller {
  readonly principal: Principal;
  readonly email: string;
  readonly profile: Profile;
  /** Null for an operator of the installation. */
  readonly organisation: string | null;
  readonly rights: Rights;
  readonly expiresAt: Date | null;
  readonly secondFactor: { readonly isRequired: boolean; readonly isSetUp: boolean };
}

/** @param sessionHash of the session or token that the request was sent with */
export async function describeCaller(
  { stores, env, now }: AccessDeps,
  principal: Principal,
  sessionHash: string | null,
): Promise<DescribedCaller> {
  const session = sessionHash === null ? null : await stores.sessions.find(sessionHash, now());
  const expiresAt = session?.token.expiresAt ?? null;
  const secondFactor = {
    isRequired: isOperator(principal)
      ? env.requireOperatorSecondFactor
      : session !== null && session.token.sso === undefined && requiresFactor(session),
    isSetUp: session !== null && hasSecondFactor(session.user),
  };
  if (isOperator(principal)) {
    const { email, profile } = await stores.accounts.describeOperator(principal);
    return { principal, email, profile, organisation: null, rights: NO_RIGHTS, expiresAt, secondFactor };
  }
  const { email, profile, organisation } = await stores.accounts.describe(principal);
  const { role, manageInventory } = principal;
  const isSuper = role === 'super_admin';
  const rights = {
    change: mayChange(principal),
    manageInventory: mayChange(principal) && manageInventory,
    administer: isAdministrator(principal),
    publishFirmware: isSuper,
    unreleasedFirmware: seesUnreleasedFirmware(principal),
  };
  return { principal, email, profile, organisation, rights, expiresAt, secondFactor };
}

function requiresFactor({ rules, user }: FoundSession): boolean {
  return rules.requiresSecondFactor || (rules.requiresSso && user._id === rules.breakGlassId);
}

const NO_RIGHTS: Rights = {
  change: false,
  manageInventory: false,
  administer: false,
  publishFirmware: false,
  unreleasedFirmware: false,
};
