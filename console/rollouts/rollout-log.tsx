import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { pollList } from '../api/polling';
import { ListPage, type Column } from '../list/list-page';
import { pageOf, useListSearch } from '../list/list-search';
import { actorWords, wordsOf } from '../audit/audit-words';
import { Time } from '../components/time';

type RolloutEvent = Schema<'RolloutEvent'>;

const COLUMNS: readonly Column<RolloutEvent>[] = [
  { id: 'at', header: 'Time', cell: ({ at }) => <Time at={at} hasSeconds /> },
  { id: 'text', header: 'What happened', isRowHeader: true, cell: ({ text }) => text },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => wordsOf(kind) },
  { id: 'actor', header: 'By', cell: ({ actor }) => actorWords(actor) },
];

/** The log of a rollout, from its start. */
export function RolloutLog({ id }: { readonly id: number }) {
  const list = useListSearch<never>();
  const request = { params: { path: { id }, query: pageOf(list.search) as object } };
  const { data, ...query } = api.useQuery('get', '/v1/rollouts/{id}/events', request, pollList);
  return (
    <ListPage
      title="Log"
      headingTag="h2"
      query={{ ...query, items: data?.data.events, ...data?.meta }}
      columns={COLUMNS}
      rowKey={({ id: event }) => event}
      list={list}
      empty="Nothing has happened yet."
    />
  );
}
