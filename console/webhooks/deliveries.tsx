import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { pollList } from '../api/polling';
import { ErrorBar } from '../components/error-bar';
import { ListPage, type Column } from '../list/list-page';
import { pageOf, useListSearch } from '../list/list-search';
import { Time } from '../components/time';

type Delivery = Schema<'WebhookDelivery'>;

const TYPES = { Pending: 'pending', Delivered: 'success', Failed: 'error' } as const;

/** What was sent to a webhook within 30 days, with the outcome of the last try. */
export function Deliveries({ id }: { readonly id: number }) {
  const list = useListSearch<never>();
  const request = { params: { path: { id }, query: pageOf(list.search) } };
  const { data, ...query } = api.useQuery('get', '/v1/webhooks/{id}/deliveries', request, pollList);
  const columns: Column<Delivery>[] = [
    { id: 'type', header: 'Event', isRowHeader: true, cell: ({ type }) => type },
    {
      id: 'state',
      header: 'State',
      cell: ({ state }) => <StatusIndicator type={TYPES[state]}>{state}</StatusIndicator>,
    },
    { id: 'tries', header: 'Tries', cell: ({ tries }) => tries },
    {
      id: 'answer',
      header: 'Last answer',
      cell: ({ last_status: status, last_error: error }) => status ?? error ?? '–',
    },
    { id: 'created', header: 'Created', cell: ({ created_at: at }) => <Time at={at} hasSeconds /> },
    { id: 'next', header: 'Next try', cell: ({ next_try_at: at }) => <Time at={at} hasSeconds /> },
    { id: 'redeliver', header: 'Send again', cell: (delivery) => <Redeliver id={id} delivery={delivery} /> },
  ];
  return (
    <ListPage
      title="Deliveries"
      headingTag="h2"
      query={{ ...query, items: data?.data.deliveries, ...data?.meta }}
      columns={columns}
      rowKey={({ id: delivery }) => String(delivery)}
      list={list}
      empty="Nothing has been sent in the last 30 days."
    />
  );
}

function Redeliver({ id, delivery }: { id: number; delivery: Delivery }) {
  const { mutate, isPending, error } = api.useMutation(
    'post',
    '/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver',
  );
  if (delivery.state === 'Pending') return '–';
  return (
    <>
      <Button
        variant="inline-link"
        loading={isPending}
        ariaLabel={`Send ${delivery.event_id} again`}
        onClick={() => {
          mutate({ params: { path: { id, delivery_id: delivery.id } } });
        }}
      >
        Send again
      </Button>
      <ErrorBar error={error} />
    </>
  );
}
