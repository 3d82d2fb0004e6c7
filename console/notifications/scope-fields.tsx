import { CheckField, type Form } from '../components/form';
import { MultiField } from '../components/multi-field';
import { NetworksField } from '../pickers/networks-field';
import { KIND_OPTIONS, SCOPE_LABELS, type ScopeValues } from './email-values';

/** Which alerts are mailed. */
export function ScopeFields<Values extends ScopeValues>({ form }: { readonly form: Form<Values> }) {
  const fields = form as unknown as Form<ScopeValues>;
  return (
    <>
      <CheckField form={fields} name="someKinds" label={SCOPE_LABELS.someKinds} />
      {fields.values.someKinds && (
        <MultiField
          form={fields}
          name="kinds"
          path="email.kinds"
          label={SCOPE_LABELS.kinds}
          options={KIND_OPTIONS}
          placeholder="Choose kinds"
        />
      )}
      <PlaceFields form={fields} path="email.networks" />
    </>
  );
}

type PlaceValues = Pick<ScopeValues, 'someNetworks' | 'networks'>;

interface PlaceFieldsProps<Values> {
  readonly form: Form<Values>;
  /** The field of the request. */
  readonly path: string;
}

/** The networks whose alerts are meant. */
export function PlaceFields<Values extends PlaceValues>({ form, path }: PlaceFieldsProps<Values>) {
  const fields = form as unknown as Form<PlaceValues>;
  return (
    <>
      <CheckField
        form={fields}
        name="someNetworks"
        label={SCOPE_LABELS.someNetworks}
        description="Alerts of devices and networks; others belong to no network"
      />
      {fields.values.someNetworks && (
        <NetworksField form={fields} name="networks" path={path} label={SCOPE_LABELS.networks} />
      )}
    </>
  );
}
