import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import { api } from '../api/client';
import { faultAt, type Form } from '../components/form';
import type { Ssid } from './ssid';

interface VlanFieldProps {
  readonly form: Form<Record<string, string>>;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly networkId: number;
}

/** A VLAN: one that another SSID of the network has, or any number. */
export function VlanField({ form, name, label, description, networkId }: VlanFieldProps) {
  const request = { params: { query: { network_id: networkId } } };
  const { data } = api.useQuery('get', '/v1/network_ssids', request, { staleTime: 60_000 });
  return (
    <FormField label={label} description={description} errorText={faultAt(form.error, name)} stretch>
      <Autosuggest
        value={form.values[name] ?? ''}
        options={vlansOf(data?.data.network_ssids ?? [])}
        enteredTextLabel={(text) => `VLAN ${text}`}
        empty="No other SSID of this network has a VLAN"
        expandToViewport
        onChange={({ detail }) => {
          form.set(name, detail.value);
        }}
      />
    </FormField>
  );
}

/** Each VLAN once, with the SSIDs that use it. */
function vlansOf(ssids: readonly Ssid[]) {
  const names = new Map<number, string[]>();
  for (const { ssid_name: name, v_lan_attributes: vlan } of ssids)
    if (vlan?.v_lan_id) names.set(vlan.v_lan_id, [...(names.get(vlan.v_lan_id) ?? []), name]);
  return [...names]
    .sort(([one], [other]) => one - other)
    .map(([id, users]) => ({ value: String(id), description: users.join(', ') }));
}
