import { api } from '../api/client';
import { pollList } from '../api/polling';
import { CsvButton } from '../components/csv-button';
import { RouteLink } from '../components/route-link';
import { Time } from '../components/time';
import type { Filter } from '../list/filters';
import { ListPage, type Column } from '../list/list-page';
import { pageOf, useListSearch } from '../list/list-search';
import { ActionFilter, ActorFilter, SubjectFilter, TimeFilter } from './audit-filters';
import { useTargetText } from '../rollouts/targets/use-target-text';
import { actorOf, reasonText, subjectOf, wordsOf, type AuditEntry, type ShownRecord } from './audit-words';
import { changesOf } from './change-text';

const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'at', header: 'Time', cell: ({ at }) => <Time at={at} hasSeconds /> },
  { id: 'actor', header: 'By', cell: (entry) => <RecordName record={actorOf(entry)} />, minWidth: 150 },
  { id: 'action', header: 'Action', isRowHeader: true, cell: ({ action }) => wordsOf(action) },
  {
    id: 'subject',
    header: 'Subject',
    cell: (entry) => <RecordName record={subjectOf(entry)} />,
    minWidth: 150,
  },
  { id: 'change', header: 'Before and after', cell: (entry) => <Change entry={entry} /> },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => reasonText(reason) },
];

type FilterName = 'subject' | 'actor' | 'action' | 'from' | 'to';

/** Who changed what in the organisation, newest first. */
export function AuditPage() {
  const list = useListSearch<FilterName>();
  const { subject, actor, action, from, to } = list.search;
  const values = { subject, actor, action, from, to };
  const request = { params: { query: { ...values, ...pageOf(list.search) } } };
  const { data, ...query } = api.useQuery('get', '/v1/audit_log', request, pollList);
  // The operation can also answer with a file, which the console downloads by a link.
  const page = typeof data === 'string' ? undefined : data;
  const entries = page?.data.entries;
  const filters: readonly Filter<FilterName>[] = [
    {
      name: 'subject',
      label: 'Subject',
      control: (control) => <SubjectFilter {...control} entries={entries} />,
    },
    { name: 'actor', label: 'By', control: (control) => <ActorFilter {...control} entries={entries} /> },
    { name: 'action', label: 'Action', control: (control) => <ActionFilter {...control} /> },
    { name: 'from', label: 'From', control: (control) => <TimeFilter {...control} /> },
    { name: 'to', label: 'Before', control: (control) => <TimeFilter {...control} /> },
  ];
  return (
    <ListPage
      title="Audit log"
      description="Every change in the organisation: by whom, when, from what to what. Filters also take what is typed: rollout:7, user:3, 2026-11-30T20:00:00Z."
      query={{ ...query, items: entries, ...page?.meta }}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      list={list}
      filters={filters}
      actions={<CsvButton path="/v1/audit_log" filters={values} />}
      empty="Nothing has been changed yet."
    />
  );
}

/** The name of a record now, and what it was called then. */
function RecordName({ record: { text, path, then, isDeleted } }: { readonly record: ShownRecord }) {
  return (
    <span className="wrap-anywhere">
      {path === null ? text : <RouteLink to={path}>{text}</RouteLink>}
      {isDeleted && ' (deleted)'}
      {then !== null && ` (then “${then}”)`}
    </span>
  );
}

/** So many fields are shown at once. */
const FEW = 4;

/** The fields before and after as a sentence; targets of rollouts by name. */
function Change({ entry }: { readonly entry: AuditEntry }) {
  return entry.subject.startsWith('rollout:') ? (
    <RolloutChange entry={entry} />
  ) : (
    <Changes changes={changesOf(entry)} />
  );
}

function RolloutChange({ entry }: { readonly entry: AuditEntry }) {
  const textOf = useTargetText();
  return <Changes changes={changesOf(entry, (target) => textOf(target).text)} />;
}

function Changes({ changes }: { readonly changes: readonly string[] }) {
  if (changes.length === 0) return '–';
  const rest = changes.slice(FEW);
  return (
    <div className="wrap-anywhere">
      {changes.slice(0, FEW).join('; ')}
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          {rest.join('; ')}
        </details>
      )}
    </div>
  );
}
