import SpaceBetween from '@cloudscape-design/components/space-between';
import { TextField, type Form } from '../components/form';
import {
  newRights,
  RIGHTS_LABELS,
  RightsFields,
  rightsToRequest,
  rightsValuesOf,
  type RightsValues,
} from './rights-fields';
import type { User } from './user';

/** A user as the form holds it. */
export interface UserValues extends RightsValues {
  readonly email: string;
}

export const LABELS = { email: 'Email', ...RIGHTS_LABELS } as const;

/** @param tier of the signed-in user */
export const newUser = (tier: number): UserValues => ({ email: '', ...newRights(tier) });

export function valuesOf(user: User): UserValues {
  return { email: user.email, ...rightsValuesOf(user) };
}

/** The fields of a request. */
export function toRequest({ email, ...rights }: UserValues) {
  return { email, ...rightsToRequest(rights) };
}

/** The controls of a user's account and rights. */
export function UserFields({ form }: { readonly form: Form<UserValues> }) {
  return (
    <SpaceBetween size="m">
      <TextField form={form} name="email" label={LABELS.email} autoComplete="off" />
      <RightsFields form={form} />
    </SpaceBetween>
  );
}
