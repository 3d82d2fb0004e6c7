import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { toApiError } from '../api/api-error';
import { TextField, type Form } from '../components/form';
import { RightsFields } from '../users/rights-fields';
import type { RoleValues } from './sso';

interface RoleRowProps {
  readonly row: RoleValues;
  readonly index: number;
  readonly isLast: boolean;
  readonly error: unknown;
  readonly onChange: (patch: Partial<RoleValues>) => void;
  /** @param to the index after the move */
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** A value of the claim, with the rights that it gives. */
export function RoleRow({ row, index, isLast, error, onChange, onMove, onRemove }: RoleRowProps) {
  const name = `value ${index + 1}`;
  const path = `roles[${index}]`;
  const form: Form<RoleValues> = {
    values: row,
    error,
    set: (field, value) => {
      onChange({ [field]: value });
    },
  };
  const move = (direction: 'up' | 'down', isDisabled: boolean) => (
    <Button
      formAction="none"
      iconName={direction === 'up' ? 'angle-up' : 'angle-down'}
      variant="icon"
      ariaLabel={`Move ${name} ${direction}`}
      disabled={isDisabled}
      onClick={() => {
        onMove(direction === 'up' ? index - 1 : index + 1);
      }}
    />
  );
  const actions = (
    <SpaceBetween direction="horizontal" size="xs">
      {move('up', index === 0)}
      {move('down', isLast)}
      <Button
        formAction="none"
        iconName="remove"
        variant="icon"
        ariaLabel={`Remove ${name}`}
        onClick={onRemove}
      />
    </SpaceBetween>
  );
  return (
    <div role="group" aria-label={`Value ${index + 1}`}>
      <Container
        header={
          <Header
            variant="h3"
            description={index === 0 ? 'The first value that the claim has gives the rights' : undefined}
            actions={actions}
          >
            {`Value ${index + 1}`}
          </Header>
        }
      >
        <FormField errorText={faultOf(error, path)} stretch>
          <div className="side-by-side">
            <TextField form={form} name="value" path={`${path}.value`} label="Value of the claim" />
            <RightsFields form={form} prefix={`${path}.`} />
          </div>
        </FormField>
      </Container>
    </div>
  );
}

/** What the service says about the row as a whole, such as that another one has its value. */
function faultOf(error: unknown, row: string): string | undefined {
  if (error === null || error === undefined) return undefined;
  return toApiError(error).faults.find(({ path }) => path === row)?.msg;
}
