import type { Caller, NetworkGrant } from './access.js';

/** What a token may be used for: `write` includes `read`; `admin` is for users, tokens, sessions and secrets. */
export const TOKEN_SCOPES = ['read', 'write', 'admin'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** What a token is limited to. */
export interface TokenLimits {
  /** Absent: all of them. */
  readonly scopes?: readonly TokenScope[];
  /** The ids of the networks; absent: those of its user. */
  readonly networks?: readonly number[];
}

/** Whether a token may be used for an operation of this scope. */
export function allows({ scopes }: TokenLimits, wanted: TokenScope): boolean {
  if (scopes === undefined || scopes.includes(wanted)) return true;
  return wanted === 'read' && scopes.includes('write');
}

/**
 * The caller with the networks that its token is limited to. Such a token has nothing to do with devices that are in no
 * network.
 */
export function limitedTo({ networks }: TokenLimits, caller: Caller): Caller {
  if (networks === undefined) return caller;
  const granted: readonly NetworkGrant[] =
    caller.networks === 'all' ? networks.map((id) => ({ id, access: 'full' })) : caller.networks;
  return {
    ...caller,
    networks: granted.filter(({ id }) => networks.includes(id)),
    manageInventory: false,
  };
}

/** The limits of a token that is made with another one, which are those of both. */
export function withinParent(parent: TokenLimits, { scopes, networks }: TokenLimits): TokenLimits {
  const allowed = (scopes ?? parent.scopes)?.filter((scope) => allows(parent, scope));
  const within = (networks ?? parent.networks)?.filter((id) => parent.networks?.includes(id) ?? true);
  return { ...(allowed ? { scopes: allowed } : {}), ...(within ? { networks: within } : {}) };
}
