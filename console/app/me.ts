import { toApiError } from '../api/api-error';
import { api } from '../api/client';
import type { Schema } from '../api/answer';

export type Me = Schema<'Me'>;

/** The signed-in user. */
export function useMeQuery() {
  return api.useQuery('get', '/v1/me', {}, { staleTime: 60_000, refetchOnWindowFocus: 'always' });
}

/** The signed-in user, below the shell, which shows screens only to one. */
export function useMe(): Me {
  const { data } = useMeQuery();
  if (!data) throw new Error('A screen was shown without a user');
  return data.data.me;
}

export type Rights = Me['rights'] & {
  /** To administer what belongs to no network, which an administrator of some networks may not. */
  readonly administer_all: boolean;
  /** To change what only super administrators may, such as how users sign in. */
  readonly super_administer: boolean;
  /** To let devices enrol themselves. */
  readonly enrol: boolean;
};

/** What the console shows to the user. The service decides about each request. */
export function useRights(): Rights {
  const { role, rights, networks } = useMe();
  const administersAll = rights.administer && networks === null;
  return {
    ...rights,
    administer_all: administersAll,
    super_administer: role === 'super_admin',
    enrol: administersAll && rights.manage_inventory,
  };
}

/** Whether the user can change a network, its SSIDs and its devices; null is for devices without a network. */
export function useMayChange(networkId: number | null): boolean {
  const { rights, networks } = useMe();
  return networkId === null ? rights.manage_inventory : rights.change && hasFullAccess(networks, networkId);
}

/** Whether a user with these networks has full access to one; null is every network. */
export function hasFullAccess(networks: Me['networks'], networkId: number): boolean {
  return networks?.some(({ id, access }) => id === networkId && access === 'full') ?? true;
}

/** Whether the service has refused a request because there is no session. */
export function isSignedOut(error: unknown): boolean {
  return error !== null && toApiError(error).status === 401;
}
