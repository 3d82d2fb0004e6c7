import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import { useState } from 'react';
import type { Form } from '../components/form';
import { joiningOf, modeFor, type Joining } from './joining';
import { useMeanings } from './meanings';
import type { SsidValues } from './ssid-values';

const CHOICES: readonly { readonly value: Joining; readonly label: string; readonly description: string }[] =
  [
    { value: 'password', label: 'Clients with the password', description: 'One key for all of them' },
    {
      value: 'company',
      label: 'Company accounts',
      description: 'Each user signs in with an account that a RADIUS server checks (EAP)',
    },
    {
      value: 'owe',
      label: 'Every client, encrypted (OWE)',
      description: 'Without a password; older clients cannot join',
    },
    {
      value: 'open',
      label: 'Every client, unencrypted',
      description: 'Without a password; anyone nearby can read along',
    },
  ];

/** Who may join: chooses a security mode, which the advanced settings refine. */
export function JoiningField({ form }: { readonly form: Form<SsidValues> }) {
  const meanings = useMeanings();
  const mode = String(form.values.security_mode);
  const [first] = useState(mode);
  const chosen = joiningOf(meanings, mode);
  return (
    <FormField
      label="Who may join"
      warningText={meanings && chosen === null ? whyNone(mode) : undefined}
      stretch
    >
      <RadioGroup
        value={chosen}
        items={CHOICES.map((choice) => ({
          ...choice,
          disabled: meanings !== undefined && modeFor(meanings, choice.value) === undefined,
        }))}
        onChange={({ detail }) => {
          const joining = detail.value as Joining;
          // Back at the choice that the SSID had, it has the same mode again.
          const number = joiningOf(meanings, first) === joining ? first : modeFor(meanings, joining);
          if (number !== undefined) form.set('security_mode', number);
        }}
      />
    </FormField>
  );
}

function whyNone(mode: string): string {
  return mode === ''
    ? 'Devices do not get this SSID until you choose'
    : `The security mode ${mode} has no meaning in this installation, so devices do not get this SSID`;
}
