import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Schema } from '../api/answer';
import { faultAt } from '../components/form';
import { useRemovalFocus } from '../components/removal-focus';

export type Windows = Schema<'Windows'>;
type Window = Windows[number];

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const NIGHT: Window = { days: [...DAYS], from: '02:00', to: '05:00' };

interface WindowsFieldProps {
  readonly windows: Windows;
  readonly onChange: (windows: Windows) => void;
  readonly error: unknown;
  /** What it means that there is none. */
  readonly none: string;
}

/** The hours of the week in which devices may be upgraded. */
export function WindowsField({ windows, onChange, error, none }: WindowsFieldProps) {
  const replace = (index: number, patch: Partial<Window>): void => {
    onChange(windows.map((window, at) => (at === index ? { ...window, ...patch } : window)));
  };
  const { list, removing } = useRemovalFocus('Remove', windows.length);
  return (
    <FormField
      label="Maintenance windows"
      description={windows.length === 0 ? none : 'A window that ends before it begins ends on the next day.'}
      errorText={faultAt(error, 'windows')}
      stretch
    >
      <div ref={list}>
        <SpaceBetween size="s">
          {windows.map((window, index) => (
            <OneWindow
              key={index}
              window={window}
              number={index + 1}
              onChange={(patch) => {
                replace(index, patch);
              }}
              onRemove={() => {
                removing(index);
                onChange(windows.filter((_, at) => at !== index));
              }}
            />
          ))}
          <Button
            formAction="none"
            iconName="add-plus"
            onClick={() => {
              onChange([...windows, NIGHT]);
            }}
          >
            Add a window
          </Button>
        </SpaceBetween>
      </div>
    </FormField>
  );
}

interface OneWindowProps {
  readonly window: Window;
  readonly number: number;
  readonly onChange: (patch: Partial<Window>) => void;
  readonly onRemove: () => void;
}

function OneWindow({ window, number, onChange, onRemove }: OneWindowProps) {
  const time = (name: 'from' | 'to') => (
    <Input
      value={window[name]}
      placeholder="HH:MM"
      ariaLabel={`Window ${number} ${name}`}
      onChange={({ detail }) => {
        onChange({ [name]: detail.value });
      }}
    />
  );
  return (
    <div className="filters">
      <Multiselect
        ariaLabel={`Days of window ${number}`}
        options={DAYS.map((value) => ({ value, label: value }))}
        selectedOptions={window.days.map((value) => ({ value, label: value }))}
        tokenLimit={0}
        placeholder="Days"
        expandToViewport
        onChange={({ detail }) => {
          onChange({ days: DAYS.filter((day) => detail.selectedOptions.some(({ value }) => value === day)) });
        }}
      />
      {time('from')}
      {time('to')}
      <Button
        formAction="none"
        iconName="remove"
        variant="icon"
        ariaLabel={`Remove window ${number}`}
        onClick={onRemove}
      />
    </div>
  );
}
