import SpaceBetween from '@cloudscape-design/components/space-between';
import { CheckField, SelectField, TextField, type Form } from '../components/form';
import { NetworksField } from '../pickers/networks-field';
import { useRoleOptions, useTierOptions, type Role, type User } from './user';

/** A user as the form holds it. */
export interface UserValues {
  readonly email: string;
  readonly role: string;
  readonly tier: string;
  readonly isLimited: boolean;
  readonly full: readonly string[];
  readonly read: readonly string[];
  readonly manage_inventory: boolean;
}

export const LABELS = {
  email: 'Email',
  role: 'Role',
  tier: 'Tier',
  isLimited: 'Only some networks',
  full: 'Networks with full access',
  read: 'Networks with read access',
  manage_inventory: 'Manages the inventory',
} as const;

/** @param tier of the signed-in user */
export const newUser = (tier: number): UserValues => ({
  email: '',
  role: 'viewer',
  tier: String(tier),
  isLimited: false,
  full: [],
  read: [],
  manage_inventory: false,
});

export function valuesOf({ email, role, tier, networks, manage_inventory: inventory }: User): UserValues {
  const withAccess = (access: 'full' | 'read') =>
    (networks ?? []).filter((grant) => grant.access === access).map(({ id }) => String(id));
  return {
    email,
    role,
    tier: String(tier),
    isLimited: networks !== null,
    full: withAccess('full'),
    read: withAccess('read'),
    manage_inventory: inventory,
  };
}

/** The fields of a request. A network in both lists has full access. */
export function toRequest({ email, role, tier, isLimited, full, read, manage_inventory }: UserValues) {
  const networks = [
    ...full.map((id) => ({ id: Number(id), access: 'full' as const })),
    ...read.filter((id) => !full.includes(id)).map((id) => ({ id: Number(id), access: 'read' as const })),
  ];
  return {
    email,
    role: role as Role,
    tier: Number(tier) as 1 | 2,
    networks: isLimited ? networks : null,
    manage_inventory,
  };
}

/** The controls of a user's account and rights. */
export function UserFields({ form }: { readonly form: Form<UserValues> }) {
  const roles = useRoleOptions();
  const tiers = useTierOptions(form.values.tier);
  return (
    <SpaceBetween size="m">
      <TextField form={form} name="email" label={LABELS.email} autoComplete="off" />
      <SelectField form={form} name="role" label={LABELS.role} options={roles} />
      <SelectField form={form} name="tier" label={LABELS.tier} options={tiers} />
      <CheckField
        form={form}
        name="manage_inventory"
        label={LABELS.manage_inventory}
        description="Claims devices, and changes those without a network"
      />
      <CheckField form={form} name="isLimited" label={LABELS.isLimited} />
      {form.values.isLimited && (
        <>
          <NetworksField form={form} name="full" path="networks" label={LABELS.full} />
          <NetworksField form={form} name="read" path="networks" label={LABELS.read} />
        </>
      )}
    </SpaceBetween>
  );
}
