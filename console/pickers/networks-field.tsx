import { MultiField, type MultiFieldProps } from '../components/multi-field';
import { useNetworkOptions } from './pickers';

/** Chooses networks by name. */
export function NetworksField<Values>(props: Omit<MultiFieldProps<Values>, 'options' | 'placeholder'>) {
  const options = useNetworkOptions();
  return <MultiField {...props} options={options} placeholder="Choose networks" what="Network" />;
}
