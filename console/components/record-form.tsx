import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { toApiError } from '../api/api-error';
import { useForm, type Form } from './form';

interface RecordForm<Stored, Values> extends Form<Values> {
  /** The record whose values the form was filled with; a change names its revision. */
  readonly base: Stored;
  /** Goes on from a newer revision of the record, and keeps what the user has entered. */
  readonly rebase: (stored: Stored) => void;
  /** What is to be asked after a change was refused because the record has another revision. */
  readonly conflict: Conflict<Values> | null;
}

interface Conflict<Values> {
  readonly before: Values;
  readonly now: Values;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

/**
 * A form filled from a record that is read again and again. It remembers the revision that filled it, so that it does
 * not overwrite what another user has saved meanwhile.
 */
export function useRecordForm<Stored extends { readonly revision: number }, Values extends object>(
  latest: Stored,
  valuesOf: (stored: Stored) => Values,
  error: unknown,
): RecordForm<Stored, Values> {
  const [base, setBase] = useState(latest);
  const [settled, setSettled] = useState<unknown>(null);
  const { reset, ...form } = useForm(valuesOf(base), error);
  const isRefused = error !== settled && isConflict(error) && latest.revision !== base.revision;
  const goOn = (): void => {
    setBase(latest);
    setSettled(error);
  };
  const conflict = {
    before: valuesOf(base),
    now: valuesOf(latest),
    takeTheirs: () => {
      goOn();
      reset(valuesOf(latest));
    },
    keepMine: goOn,
  };
  return {
    ...form,
    error: isRefused || error === settled ? null : error,
    base,
    rebase: setBase,
    conflict: isRefused ? conflict : null,
  };
}

function isConflict(error: unknown): boolean {
  return error !== null && error !== undefined && toApiError(error).status === 412;
}

interface ConflictAlertProps<Values> {
  readonly conflict: Conflict<Values> | null;
  readonly labels: Readonly<Record<keyof Values, string>>;
}

/** Shows what has changed since the form was filled, and lets the user choose. */
export function ConflictAlert<Values extends object>({ conflict, labels }: ConflictAlertProps<Values>) {
  if (!conflict) return null;
  const { before, now, takeTheirs, keepMine } = conflict;
  const names = Object.keys(labels) as (keyof Values)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
  return (
    <Alert
      type="warning"
      header="Another change was saved after you opened this form"
      action={
        <SpaceBetween direction="horizontal" size="xs">
          <Button formAction="none" onClick={takeTheirs}>
            Discard my values
          </Button>
          <Button formAction="none" onClick={keepMine}>
            Keep my values
          </Button>
        </SpaceBetween>
      }
    >
      {changed.length === 0 ? (
        'The fields of this form have not changed.'
      ) : (
        <ul>
          {changed.map((name) => (
            <li key={String(name)}>{`${labels[name]}${textOf(now[name])}`}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

/** The value after the label of its field; nothing for one that is too long for a line. */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return `: now ${value ? 'yes' : 'no'}`;
  if (value === '') return ': now empty';
  return typeof value === 'string' ? `: now ${value}` : '';
}
