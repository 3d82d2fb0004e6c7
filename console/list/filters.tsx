import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useEffect, useState, type ReactNode } from 'react';
import { Choice, type Option } from '../components/choice';
import type { ListState } from './list-search';

const TYPING_MS = 300;

/** One filter of a list: a text, one of some values, or what a control of its own gives. */
export interface Filter<Name extends string> {
  readonly name: Name | 'per_page';
  readonly label: string;
  readonly options?: readonly Option[];
  /** The choice that filters nothing. */
  readonly none?: string;
  readonly control?: (state: FilterState) => ReactNode;
}

interface FilterState {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface FiltersProps<Name extends string> {
  readonly filters: readonly Filter<Name>[];
  readonly list: ListState<Name>;
}

/** The filters of a list in one row; their values are in the URL. */
export function Filters<Name extends string>({ filters, list }: FiltersProps<Name>) {
  return (
    <div className="filters">
      {filters.map(({ name, label, options, none = 'Any', control }) => {
        const value = list.search[name] ?? '';
        const change = (next: string): void => {
          list.change({ [name]: next } as ListState<Name>['search']);
        };
        return (
          <FormField key={name} label={label}>
            {control ? (
              control({ value, onChange: change })
            ) : options ? (
              <Choice value={value} options={[{ value: '', label: none }, ...options]} onChange={change} />
            ) : (
              <TextFilter value={value} onChange={change} />
            )}
          </FormField>
        );
      })}
    </div>
  );
}

/** Applies the text when the user stops typing; takes the value of the URL when something else changes it. */
function TextFilter({ value, onChange }: FilterState) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState({ value, applied: value });
  if (value !== seen.value) {
    setSeen({ value, applied: value });
    if (value !== seen.applied) setText(value);
  }
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => {
      setSeen({ value, applied: text });
      onChange(text);
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text, value, onChange]);
  return (
    <Input
      type="search"
      value={text}
      onChange={({ detail }) => {
        setText(detail.value);
      }}
    />
  );
}
