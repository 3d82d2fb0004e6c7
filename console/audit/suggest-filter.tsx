import Autosuggest from '@cloudscape-design/components/autosuggest';
import { useState } from 'react';
import type { Option } from '../components/choice';

interface SuggestFilterProps {
  /** What the list is filtered by; empty for nothing. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Option[];
  /** What values are called that are not among the options. */
  readonly names?: ReadonlyMap<string, string>;
  /** Looks for options by what is typed; without it, those that are there are filtered. */
  readonly onSearch?: (text: string) => void;
  readonly placeholder: string;
}

/** A filter that is chosen by name, or typed. */
export function SuggestFilter({
  value,
  onChange,
  options,
  names,
  onSearch,
  placeholder,
}: SuggestFilterProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const labels = new Map(options.map((option) => [option.value, option.label ?? option.value]));
  const commit = (text: string): void => {
    setTyped(null);
    if (text !== value) onChange(text);
  };
  return (
    <Autosuggest
      value={typed ?? labels.get(value) ?? names?.get(value) ?? value}
      options={options}
      filteringType={onSearch ? 'manual' : 'auto'}
      enteredTextLabel={(text) => `Exactly “${text}”`}
      placeholder={placeholder}
      expandToViewport
      onChange={({ detail }) => {
        if (detail.value === '') commit('');
        else setTyped(detail.value);
      }}
      onLoadItems={({ detail }) => onSearch?.(detail.filteringText)}
      onSelect={({ detail }) => {
        commit(detail.value.trim());
      }}
      onBlur={() => {
        if (typed !== null) commit(typed.trim());
      }}
    />
  );
}
