import { TextField, type Form } from '../components/form';
import { RADIUS_LABELS, type RadiusValues } from './radius-server';

/** The fields of a RADIUS server. */
export function RadiusFields({ form }: { readonly form: Form<RadiusValues> }) {
  return (
    <>
      <TextField form={form} name="name" label={RADIUS_LABELS.name} />
      <TextField
        form={form}
        name="host"
        label={RADIUS_LABELS.host}
        description="IPv4 or IPv6: access points take no names"
      />
      <TextField form={form} name="auth_port" label={RADIUS_LABELS.auth_port} inputMode="numeric" />
      <TextField form={form} name="acct_port" label={RADIUS_LABELS.acct_port} inputMode="numeric" />
      <TextField
        form={form}
        name="secret"
        label={RADIUS_LABELS.secret}
        description="It is not shown again; *** keeps the stored one"
        type="password"
        autoComplete="new-password"
      />
      <TextField
        form={form}
        name="nas_identifier"
        label={RADIUS_LABELS.nas_identifier}
        description="What the server knows the access points as; may be empty"
      />
    </>
  );
}
