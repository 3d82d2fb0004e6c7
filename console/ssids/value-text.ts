import { useRadiusServerOptions } from '../pickers/pickers';
import { useModeText } from './meanings';
import { describeOptions } from '../components/option-rows';
import type { SsidField } from './ssid-field-kinds';

/** Gives the value of a field as text. */
export function useValueText(): (field: SsidField, value: string | boolean) => string {
  const modeText = useModeText();
  const servers = useRadiusServerOptions();
  return (field, value) => {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    if (value === '') return '–';
    if (field.kind === 'options') return describeOptions(value);
    if (field.kind === 'radius') return servers.find((server) => server.value === value)?.label ?? value;
    return field.kind === 'mode' ? modeText(field.name, value) : value.replaceAll('\n', ', ');
  };
}
