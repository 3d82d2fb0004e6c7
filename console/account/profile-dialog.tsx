import { api } from '../api/client';
import { useMe } from '../app/me';
import { ConfirmDialog } from '../components/confirm-dialog';
import { SelectField, TextField, useForm } from '../components/form';
import { ZONES } from '../components/time-zone';
import { LOCALE_OPTIONS, type Locale } from './locales';

const BROWSER = { value: '', label: 'As this browser' };

/** Changes the name of the user, and how it reads times. */
export function ProfileDialog({ onClose }: { readonly onClose: () => void }) {
  const me = useMe();
  const { mutate, isPending, error } = api.useMutation('patch', '/v1/me', { onSuccess: onClose });
  const form = useForm(
    { name: me.name ?? '', locale: me.locale ?? '', time_zone: me.time_zone ?? '' },
    error,
  );
  return (
    <ConfirmDialog
      title="Change profile"
      action="Save"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        const { name, locale, time_zone: timeZone } = form.values;
        mutate({
          body: {
            name: name.trim() || null,
            locale: (locale || null) as Locale | null,
            time_zone: timeZone || null,
          },
        });
      }}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" autoComplete="name" />
      <SelectField form={form} name="locale" label="Dates as in" options={[BROWSER, ...LOCALE_OPTIONS]} />
      <SelectField
        form={form}
        name="time_zone"
        label="Time zone"
        description="That of times in the console and in your e-mails"
        options={[BROWSER, ...ZONES]}
      />
    </ConfirmDialog>
  );
}
