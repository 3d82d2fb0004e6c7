import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import type { Option } from '../components/choice';
import { formatTime } from '../components/time-zone';
import { useUserOptions } from '../pickers/pickers';
import { ACTION_OPTIONS, type AuditEntry } from './audit-words';
import { SuggestFilter } from './suggest-filter';

interface FilterProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

type NamedFilterProps = FilterProps & { readonly entries: readonly AuditEntry[] | undefined };

/** Records by name; a deleted one by its number, such as `rollout:7`. */
export function SubjectFilter({ entries = [], ...filter }: NamedFilterProps) {
  const [term, setTerm] = useState('');
  const { data } = api.useQuery(
    'get',
    '/v1/search',
    { params: { query: { q: term } } },
    { enabled: /\S\S/.test(term), placeholderData: keepPreviousData },
  );
  const names = new Map(entries.map(({ subject, subject_name: name }) => [subject, name ?? subject]));
  return (
    <SuggestFilter
      {...filter}
      options={data ? recordsIn(data.data) : []}
      names={names}
      onSearch={setTerm}
      placeholder="Name"
    />
  );
}

function recordsIn({ devices, networks, ssids, rollouts, users }: Schema<'QuickHits'>): Option[] {
  const option = (kind: string, id: number, label: string, description: string): Option => ({
    value: `${kind}:${id}`,
    label,
    description,
  });
  return [
    ...devices.map(({ id, name, mac_id: mac }) => option('device', id, name || mac, 'Device')),
    ...networks.map(({ id, network_name: name }) => option('network', id, name, 'Network')),
    ...ssids.map(({ id, ssid_name: name, network_name: network }) =>
      option('ssid', id, name, `SSID · ${network}`),
    ),
    ...rollouts.map(({ id, name }) => option('rollout', id, name, 'Rollout')),
    ...users.map(({ id, email }) => option('user', id, email, 'User')),
  ];
}

const OTHER_ACTORS: readonly Option[] = [
  { value: 'system', label: 'airfleet' },
  { value: 'cli', label: 'Command line' },
];

/** Users by email, airfleet itself and the command line. */
export function ActorFilter({ entries = [], ...filter }: NamedFilterProps) {
  const users = useUserOptions().map((user) => ({ ...user, value: `user:${user.value}` }));
  const names = new Map(entries.map(({ actor, actor_name: name }) => [actor, name ?? actor]));
  return (
    <SuggestFilter {...filter} options={[...OTHER_ACTORS, ...users]} names={names} placeholder="Email" />
  );
}

export function ActionFilter(filter: FilterProps) {
  return <SuggestFilter {...filter} options={ACTION_OPTIONS} placeholder="Action" />;
}

const HOUR_MS = 3_600_000;
const SPANS = [
  { label: 'An hour ago', hours: 1 },
  { label: 'A day ago', hours: 24 },
  { label: 'A week ago', hours: 7 * 24 },
  { label: '30 days ago', hours: 30 * 24 },
];
const FULL = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** Times by how long ago they are. */
export function TimeFilter(filter: FilterProps) {
  const [now] = useState(() => Date.now());
  const options = SPANS.map(({ label, hours }) => ({
    value: new Date(now - hours * HOUR_MS).toISOString(),
    label,
  }));
  const { value } = filter;
  const time = Number.isNaN(Date.parse(value)) ? value : formatTime(value, FULL);
  return (
    <SuggestFilter {...filter} options={options} names={new Map([[value, time]])} placeholder="Any time" />
  );
}
