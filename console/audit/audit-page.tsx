import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { pollList } from '../api/polling';
import { CsvButton } from '../components/csv-button';
import { ListPage, type Column } from '../list/list-page';
import { pageOf, useListSearch } from '../list/list-search';
import { Time } from '../components/time';

type AuditEntry = Schema<'AuditEntry'>;

const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'at', header: 'Time', cell: ({ at }) => <Time at={at} hasSeconds /> },
  { id: 'actor', header: 'By', cell: ({ actor }) => actor },
  { id: 'action', header: 'Action', isRowHeader: true, cell: ({ action }) => action },
  { id: 'subject', header: 'Subject', cell: ({ subject }) => subject },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => reason ?? '–' },
  { id: 'change', header: 'Before and after', cell: (entry) => <Change entry={entry} /> },
];

const FILTERS = [
  { name: 'subject', label: 'Subject, such as rollout:7' },
  { name: 'actor', label: 'By, such as user:3' },
  { name: 'action', label: 'Action' },
  { name: 'from', label: 'From, such as 2026-11-30T20:00:00Z' },
  { name: 'to', label: 'Before' },
] as const;

/** Who changed what in the organisation, newest first. */
export function AuditPage() {
  const list = useListSearch<(typeof FILTERS)[number]['name']>();
  const { subject, actor, action, from, to } = list.search;
  const filters = { subject, actor, action, from, to };
  const request = { params: { query: { ...filters, ...pageOf(list.search) } } };
  const { data, ...query } = api.useQuery('get', '/v1/audit_log', request, pollList);
  // The operation can also answer with a file, which the console downloads by a link.
  const page = typeof data === 'string' ? undefined : data;
  return (
    <ListPage
      title="Audit log"
      description="Every change in the organisation: by whom, when, from what to what."
      query={{ ...query, items: page?.data.entries, ...page?.meta }}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      list={list}
      filters={FILTERS}
      actions={<CsvButton path="/v1/audit_log" filters={filters} />}
      empty="Nothing has been changed yet."
    />
  );
}

function Change({ entry: { before, after } }: { entry: AuditEntry }) {
  if (before === null && after === null) return '–';
  return (
    <details>
      <summary>Show</summary>
      <pre className="json">{JSON.stringify({ before, after }, null, 2)}</pre>
    </details>
  );
}
