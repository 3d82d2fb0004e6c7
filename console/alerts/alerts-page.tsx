import Button from '@cloudscape-design/components/button';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { pollList } from '../api/polling';
import { useRights } from '../app/me';
import { ErrorBar } from '../components/error-bar';
import { RouteLink } from '../components/route-link';
import { Ago, Time } from '../components/time';
import { ListPage, type Column } from '../list/list-page';
import { pageOf, useListSearch } from '../list/list-search';

type Alert = Schema<'Alert'>;

/** The screens of subjects that have one. */
const SCREENS: Partial<Record<Alert['subject']['type'], string>> = {
  device: '/devices',
  network: '/networks',
  rollout: '/rollouts',
  webhook: '/webhooks',
};

const COLUMNS: readonly Column<Alert>[] = [
  { id: 'text', header: 'Alert', isRowHeader: true, cell: (alert) => <Text alert={alert} /> },
  { id: 'opened', header: 'Opened', cell: ({ opened_at: at }) => <Ago at={at} /> },
  {
    id: 'acknowledged',
    header: 'Acknowledged',
    cell: (alert) =>
      alert.acknowledged_at === null ? <Acknowledge alert={alert} /> : <Time at={alert.acknowledged_at} />,
  },
];

/** The open alerts that the user sees. */
export function AlertsPage() {
  const list = useListSearch<never>();
  const request = { params: { query: pageOf(list.search) } };
  const { data, ...query } = api.useQuery('get', '/v1/alerts', request, pollList);
  return (
    <ListPage
      title="Alerts"
      description="What needs attention now. An alert closes by itself when its cause ends."
      query={{ ...query, items: data?.data.alerts, ...data?.meta }}
      columns={COLUMNS}
      rowKey={({ id }) => String(id)}
      list={list}
      empty="There is no open alert."
    />
  );
}

function Text({ alert: { subject, text } }: { readonly alert: Alert }) {
  const screen = SCREENS[subject.type];
  return screen === undefined ? text : <RouteLink to={`${screen}/${subject.id}`}>{text}</RouteLink>;
}

function Acknowledge({ alert: { id, text } }: { readonly alert: Alert }) {
  const { change } = useRights();
  const { mutate, isPending, error } = api.useMutation('post', '/v1/alerts/{id}/acknowledge');
  if (!change) return '–';
  return (
    <>
      <Button
        variant="inline-link"
        loading={isPending}
        ariaLabel={`Acknowledge: ${text}`}
        onClick={() => {
          mutate({ params: { path: { id } } });
        }}
      >
        Acknowledge
      </Button>
      <ErrorBar error={error} />
    </>
  );
}
