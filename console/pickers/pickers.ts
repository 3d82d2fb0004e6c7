import { api } from '../api/client';
import { hasFullAccess, useMe } from '../app/me';
import type { Option } from '../components/choice';

/** Lists for pickers change rarely. */
const RARELY = { staleTime: 60_000 } as const;
const MANY = { params: { query: { per_page: 200 } } } as const;

/** The first 200 networks, by name. */
export function useNetworkOptions(): Option[] {
  const { data } = api.useQuery('get', '/v1/networks', MANY, RARELY);
  return (data?.data.networks ?? []).map(({ id, network_name: label }) => ({ value: String(id), label }));
}

/** Those of the first 200 networks to which the user has full access. */
export function useOwnNetworkOptions(): Option[] {
  const { networks } = useMe();
  return useNetworkOptions().filter(({ value }) => hasFullAccess(networks, Number(value)));
}

/** The first 200 tags, by name. */
export function useTagOptions(): Option[] {
  const { data } = api.useQuery('get', '/v1/tags', MANY, RARELY);
  return (data?.data.tags ?? []).map(({ id, name: label }) => ({ value: String(id), label }));
}

/** The first 200 init templates, by name. */
export function useTemplateOptions(): Option[] {
  const { data } = api.useQuery('get', '/v1/init_templates', MANY, RARELY);
  return (data?.data.init_templates ?? []).map(({ id, name: label }) => ({ value: String(id), label }));
}

/** The hardware parts, with their names. */
export function usePartOptions(): Option[] {
  const { data } = api.useQuery('get', '/v1/hardware_parts', MANY, RARELY);
  return (data?.data.hardware_parts ?? []).map(({ part_number: value, name }) => ({
    value,
    label: `${value} (${name})`,
  }));
}
