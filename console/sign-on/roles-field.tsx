import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMe } from '../app/me';
import { SelectField, TextField, type Form } from '../components/form';
import { useRemovalFocus } from '../components/removal-focus';
import { newRights, RightsFields, type RightsValues } from '../users/rights-fields';
import { useMoveFocus } from './move-focus';
import { RoleRow } from './role-row';
import { SSO_LABELS, type RoleValues, type SsoValues } from './sso';

const OTHERS = [
  { value: 'refused', label: 'Are refused' },
  { value: 'admitted', label: 'Get the rights below' },
];

/** Which rights the users get: by the values of a claim, in order, and those of everyone else. */
export function RolesField({ form }: { readonly form: Form<SsoValues> }) {
  const { tier } = useMe();
  const { claim, roles, others } = form.values;
  const { list, removing } = useRemovalFocus('Remove', roles.length);
  const moving = useMoveFocus(list);
  const hasClaim = claim.trim() !== '';
  const change = (changed: readonly RoleValues[]): void => {
    form.set('roles', changed);
  };
  const move = (from: number, to: number): void => {
    const moved = roles.toSpliced(from, 1);
    const [row] = roles.slice(from, from + 1);
    moving(to + 1, to < from ? 'up' : 'down');
    if (row) change(moved.toSpliced(to, 0, row));
  };
  return (
    <>
      <Container header={<Header variant="h2">Rights</Header>}>
        <TextField
          form={form}
          name="claim"
          label={SSO_LABELS.claim}
          description="The name or the path of a claim, such as groups or realm_access.roles, that decides the rights at each sign-in. Empty: administrators change rights in airfleet"
        />
      </Container>
      {(hasClaim || roles.length > 0) && (
        <div ref={list}>
          <SpaceBetween size="m">
            {roles.map((row, index) => (
              <RoleRow
                key={index}
                row={row}
                index={index}
                isLast={index === roles.length - 1}
                error={form.error}
                onChange={(patch) => {
                  change(roles.map((each, at) => (at === index ? { ...each, ...patch } : each)));
                }}
                onMove={(to) => {
                  move(index, to);
                }}
                onRemove={() => {
                  removing(index);
                  change(roles.toSpliced(index, 1));
                }}
              />
            ))}
            <Button
              formAction="none"
              iconName="add-plus"
              onClick={() => {
                change([...roles, { value: '', ...newRights(tier ?? 1) }]);
              }}
            >
              Add a value of the claim
            </Button>
          </SpaceBetween>
        </div>
      )}
      <Container header={<Header variant="h2">{SSO_LABELS.others}</Header>}>
        <SpaceBetween size="m">
          <SelectField
            form={form}
            name="others"
            label={hasClaim ? 'Users whose claim has none of the values' : 'New users'}
            options={OTHERS}
          />
          {others === 'admitted' && <RightsFields form={defaultOf(form)} prefix="default." />}
        </SpaceBetween>
      </Container>
    </>
  );
}

/** The part of the form that holds the rights of other users. */
function defaultOf({ values: { default: rights }, set, error }: Form<SsoValues>): Form<RightsValues> {
  return {
    values: rights,
    error,
    set: (name, value) => {
      set('default', { ...rights, [name]: value });
    },
  };
}
