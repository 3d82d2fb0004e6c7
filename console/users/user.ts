import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { useMe, type Me } from '../app/me';
import type { Option } from '../components/choice';

export type User = Schema<'User'>;
export type Role = User['role'];

export const ROLES: Readonly<Record<Role, { readonly label: string; readonly description: string }>> = {
  viewer: { label: 'Viewer', description: 'Sees the networks of the account' },
  operator: { label: 'Operator', description: 'Changes devices, SSIDs and rollouts' },
  admin: { label: 'Administrator', description: 'Also manages networks, operators, viewers and webhooks' },
  super_admin: { label: 'Super administrator', description: 'Also manages all users and the firmware' },
};

export function useUser(id: number) {
  return api.useQuery('get', '/v1/users/{id}', { params: { path: { id } } }, poll);
}

/** The roles that the user can give: every one for a super administrator, otherwise those below the user's own. */
export function useRoleOptions(): Option[] {
  const { role } = useMe();
  return rolesFor(role).map((value) => ({ value, ...ROLES[value] }));
}

function rolesFor(role: Me['role']): Role[] {
  return role === 'super_admin' ? ['viewer', 'operator', 'admin', 'super_admin'] : ['viewer', 'operator'];
}

const TIERS = [
  { value: '1', label: '1' },
  { value: '2', label: '2', description: 'Cannot release assigned devices' },
];

/** The tier that a user has, and those that the signed-in user can give: its own and the one below. */
export function useTierOptions(current: string): Option[] {
  const { tier } = useMe();
  return TIERS.filter(({ value }) => value === current || Number(value) >= (tier ?? 1));
}
