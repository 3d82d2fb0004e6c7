import { useModeText } from './meanings';
import type { SsidField } from './ssid-groups';

/** Gives the value of a field as text. */
export function useValueText(): (field: SsidField, value: string | boolean) => string {
  const modeText = useModeText();
  return (field, value) => {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    if (value === '') return '–';
    return field.kind === 'mode' ? modeText(field.name, value) : value.replaceAll('\n', ', ');
  };
}
