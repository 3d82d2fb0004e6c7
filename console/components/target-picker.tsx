import FormField from '@cloudscape-design/components/form-field';
import Multiselect, { type MultiselectProps } from '@cloudscape-design/components/multiselect';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import type { Option } from './choice';
import { deviceCount } from './device-count';
import { faultAt } from './form';

const ALL = { value: 'all', label: 'All devices' };

interface TargetPickerProps {
  readonly label: string;
  readonly description?: string;
  /** The field of the request, such as `targets`. */
  readonly path: string;
  readonly targets: readonly string[];
  /** What can be chosen; everything, and all devices, when it is absent. */
  readonly kinds?: readonly (keyof Found)[];
  /** Hardware parts, where they can be chosen too; their values are such as `part:AP-7`. */
  readonly parts?: readonly Option[];
  /** What targets are called that were not chosen here. */
  readonly known?: readonly Option[];
  readonly onChange: (targets: string[]) => void;
  readonly error: unknown;
}

/** Chooses devices, networks, tags and hardware parts by name. */
export function TargetPicker({
  label,
  description,
  path,
  targets,
  kinds,
  parts = [],
  known = [],
  onChange,
  error,
}: TargetPickerProps) {
  const [term, setTerm] = useState('');
  const [names, setNames] = useState<Readonly<Record<string, string>>>({ all: ALL.label });
  const { data, isFetching } = api.useQuery(
    'get',
    '/upgrades/targets.json',
    { params: { query: { search: term } } },
    { placeholderData: keepPreviousData },
  );
  const groups = [...optionsOf(data?.data, kinds), ...partsOf(parts, term)];
  const labels = new Map([...known, ...parts].map(({ value, label }) => [value, label]));
  const nameOf = (value: string): string => names[value] ?? labels.get(value) ?? value;
  return (
    <FormField label={label} description={description} errorText={faultAt(error, path)} stretch>
      <Multiselect
        options={kinds ? groups : [ALL, ...groups]}
        selectedOptions={targets.map((value) => ({ value, label: nameOf(value) }))}
        filteringType="manual"
        filteringPlaceholder={`Name of a device, network${parts.length > 0 ? ', part' : ''} or tag`}
        placeholder="Choose"
        statusType={isFetching ? 'loading' : 'finished'}
        loadingText="Searching"
        empty="No match"
        expandToViewport
        onLoadItems={({ detail }) => {
          setTerm(detail.filteringText);
        }}
        onChange={({ detail }) => {
          const chosen = detail.selectedOptions.flatMap(({ value = '', label: name = value }) => [
            [value, name] as const,
          ]);
          setNames({ ...names, ...Object.fromEntries(chosen) });
          onChange(chosen.map(([value]) => value));
        }}
      />
    </FormField>
  );
}

/** At most so many parts are shown; others are found by their name. */
const MAX_PARTS = 20;

function partsOf(parts: readonly Option[], term: string): MultiselectProps.OptionGroup[] {
  const word = term.trim().toLowerCase();
  const found = parts.filter(({ label = '' }) => label.toLowerCase().includes(word)).slice(0, MAX_PARTS);
  return found.length === 0 ? [] : [{ label: 'Hardware parts', options: found }];
}

interface Found {
  readonly devices: readonly { id: number; name: string; mac_id: string; network_name: string | null }[];
  readonly networks: readonly { id: number; name: string; device_count: number }[];
  readonly tags: readonly { id: number; name: string }[];
}

function optionsOf(
  found: Found | undefined,
  kinds: readonly string[] = ['networks', 'tags', 'devices'],
): MultiselectProps.OptionGroup[] {
  if (!found) return [];
  const groups = [
    {
      kind: 'networks',
      label: 'Networks',
      options: found.networks.map(({ id, name, device_count: count }) => ({
        value: `network:${id}`,
        label: name,
        description: deviceCount(count),
      })),
    },
    {
      kind: 'tags',
      label: 'Tags',
      options: found.tags.map(({ id, name }) => ({ value: `tag:${id}`, label: name })),
    },
    {
      kind: 'devices',
      label: 'Devices',
      options: found.devices.map(({ id, name, mac_id: mac, network_name: network }) => ({
        value: `AP:${id}`,
        label: name,
        description: [mac, network].filter(Boolean).join(' · '),
      })),
    },
  ];
  return groups.filter(({ kind, options }) => kinds.includes(kind) && options.length > 0);
}
