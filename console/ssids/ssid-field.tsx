import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { AreaField, CheckField, SelectField, TextField, faultAt, type Form } from '../components/form';
import { useRadiusServerOptions } from '../pickers/pickers';
import { TargetPicker } from '../components/target-picker';
import { useModeOptions, type ModeName } from './meanings';
import { OptionsField } from '../components/options-field';
import type { SsidField } from './ssid-field-kinds';
import type { SsidValues } from './ssid-values';
import { VlanField } from './vlan-field';

interface SsidControlProps {
  readonly field: SsidField;
  readonly form: Form<SsidValues>;
  readonly networkId: number;
}

/** The control of one field of an SSID, with what the service says about its value. */
export function SsidControl(props: SsidControlProps) {
  const { name, kind } = props.field;
  return (
    <div data-field={name} className={kind === 'options' ? 'whole-line' : undefined}>
      <Control {...props} />
    </div>
  );
}

function Control({ field, form, networkId }: SsidControlProps) {
  const { name, label, kind, description = '' } = field;
  // Each kind of control takes the values that its fields hold.
  const texts = form as unknown as Form<Record<string, string>>;
  switch (kind) {
    case 'flag': {
      const flags = form as unknown as Form<Record<string, boolean>>;
      return <CheckField form={flags} name={name} label={label} description={description} />;
    }
    case 'mode':
      return <ModeChoice name={field.name} label={label} description={description} form={texts} />;
    case 'radius':
      return <RadiusChoice name={name} label={label} form={texts} />;
    case 'key':
      return <KeyField field={field} form={texts} />;
    case 'options':
      return <OptionsField form={texts} name={name} label={label} description={description} />;
    case 'vlan':
      return (
        <VlanField form={texts} name={name} label={label} description={description} networkId={networkId} />
      );
    case 'lines':
    case 'pairs':
      return <AreaField form={texts} name={name} label={label} description={description} />;
    case 'targets':
      return (
        <TargetPicker
          label={label}
          description={description}
          path={name}
          kinds={['devices', 'tags']}
          targets={(texts.values[name] ?? '').split('\n').filter((entry) => entry !== '')}
          error={form.error}
          onChange={(targets) => {
            texts.set(name, targets.join('\n'));
          }}
        />
      );
    default:
      return (
        <TextField
          form={texts}
          name={name}
          label={label}
          description={description}
          {...(kind === 'text' ? {} : { inputMode: 'numeric' })}
        />
      );
  }
}

interface ModeChoiceProps {
  readonly name: ModeName;
  readonly label: string;
  readonly description?: string;
  readonly form: Form<Record<string, string>>;
}

/** A mode, chosen by what its number means. */
function ModeChoice({ name, label, description = '', form }: ModeChoiceProps) {
  const options = useModeOptions()(name);
  return (
    <SelectField
      form={form}
      name={name}
      label={label}
      description={description}
      options={[{ value: '', label: 'Not set' }, ...options]}
    />
  );
}

/** A RADIUS server. One that does not exist stays as its number, and leaves the SSID out of configurations. */
function RadiusChoice({
  name,
  label,
  form,
}: Omit<ModeChoiceProps, 'name'> & { readonly name: SsidField['name'] }) {
  const servers = useRadiusServerOptions();
  const value = form.values[name] ?? '';
  const isUnknown = value !== '' && !servers.some((server) => server.value === value);
  const unknown = isUnknown ? [{ value, label: `${value} (no such server)` }] : [];
  return (
    <SelectField
      form={form}
      name={name}
      label={label}
      options={[{ value: '', label: 'Not set' }, ...unknown, ...servers]}
    />
  );
}

interface KeyFieldProps {
  readonly field: SsidField;
  readonly form: Form<Record<string, string>>;
}

/** A key, which is hidden until the user asks for it. */
function KeyField({ field: { name, label, description }, form }: KeyFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <FormField
      label={label}
      description={description}
      errorText={faultAt(form.error, name)}
      secondaryControl={
        <Button
          formAction="none"
          onClick={() => {
            setIsShown(!isShown);
          }}
        >
          {isShown ? 'Hide key' : 'Show key'}
        </Button>
      }
      stretch
    >
      <Input
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        value={form.values[name] ?? ''}
        onChange={({ detail }) => {
          form.set(name, detail.value);
        }}
      />
    </FormField>
  );
}
