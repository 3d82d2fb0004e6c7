import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Schema } from '../api/answer';
import { CheckField, SelectField, type Form } from '../components/form';
import { NetworksField } from '../pickers/networks-field';
import { useRoleOptions, useTierOptions, type Role } from './user';

/** What a user may do, as a form holds it. */
export interface RightsValues {
  readonly role: string;
  readonly tier: string;
  readonly isLimited: boolean;
  readonly full: readonly string[];
  readonly read: readonly string[];
  readonly manage_inventory: boolean;
}

export const RIGHTS_LABELS = {
  role: 'Role',
  tier: 'Tier',
  isLimited: 'Only some networks',
  full: 'Networks with full access',
  read: 'Networks with read access',
  manage_inventory: 'Manages the inventory',
} as const;

/** @param tier of the signed-in user */
export const newRights = (tier: number): RightsValues => ({
  role: 'viewer',
  tier: String(tier),
  isLimited: false,
  full: [],
  read: [],
  manage_inventory: false,
});

type Rights = Pick<Schema<'User'>, 'role' | 'tier' | 'networks' | 'manage_inventory'>;

export function rightsValuesOf({ role, tier, networks, manage_inventory }: Rights): RightsValues {
  const withAccess = (access: 'full' | 'read') =>
    (networks ?? []).filter((grant) => grant.access === access).map(({ id }) => String(id));
  return {
    role,
    tier: String(tier),
    isLimited: networks !== null,
    full: withAccess('full'),
    read: withAccess('read'),
    manage_inventory,
  };
}

/** The fields of a request. A network in both lists has full access. */
export function rightsToRequest({ role, tier, isLimited, full, read, manage_inventory }: RightsValues) {
  const networks = [
    ...full.map((id) => ({ id: Number(id), access: 'full' as const })),
    ...read.filter((id) => !full.includes(id)).map((id) => ({ id: Number(id), access: 'read' as const })),
  ];
  return {
    role: role as Role,
    tier: Number(tier) as 1 | 2,
    networks: isLimited ? networks : null,
    manage_inventory,
  };
}

interface RightsFieldsProps<Values> {
  readonly form: Form<Values>;
  /** What the names in the request begin with, such as `roles[0].`. */
  readonly prefix?: string;
}

/** The controls of the rights of a user. */
export function RightsFields<Values extends RightsValues>({ form, prefix = '' }: RightsFieldsProps<Values>) {
  const fields = form as unknown as Form<RightsValues>;
  const roles = useRoleOptions();
  const tiers = useTierOptions(fields.values.tier);
  const networks = `${prefix}networks`;
  return (
    <SpaceBetween size="m">
      <SelectField
        form={fields}
        name="role"
        path={`${prefix}role`}
        label={RIGHTS_LABELS.role}
        options={roles}
      />
      <SelectField
        form={fields}
        name="tier"
        path={`${prefix}tier`}
        label={RIGHTS_LABELS.tier}
        options={tiers}
      />
      <CheckField
        form={fields}
        name="manage_inventory"
        path={`${prefix}manage_inventory`}
        label={RIGHTS_LABELS.manage_inventory}
        description="Claims devices, and changes those without a network"
      />
      <CheckField form={fields} name="isLimited" label={RIGHTS_LABELS.isLimited} />
      {fields.values.isLimited && (
        <>
          <NetworksField form={fields} name="full" path={networks} label={RIGHTS_LABELS.full} />
          <NetworksField form={fields} name="read" path={networks} label={RIGHTS_LABELS.read} />
        </>
      )}
    </SpaceBetween>
  );
}
