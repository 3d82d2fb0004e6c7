import { api } from '../api/client';
import { pollList } from '../api/polling';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { ListPage, type Column } from '../list/list-page';
import { pageOf, useListSearch } from '../list/list-search';
import { RouteLink } from '../components/route-link';
import { Time } from '../components/time';
import type { Webhook } from './webhook';
import { WebhookState } from './webhook-state';

const NewWebhookDialog = lazyPart(async () => (await import('./new-webhook-dialog')).NewWebhookDialog);

const COLUMNS: readonly Column<Webhook>[] = [
  {
    id: 'url',
    header: 'URL',
    isRowHeader: true,
    cell: ({ id, url }) => <RouteLink to={`/webhooks/${id}`}>{url}</RouteLink>,
  },
  { id: 'state', header: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
  { id: 'types', header: 'Events', cell: ({ types }) => types.join(', ') },
  { id: 'created', header: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
];

/** The endpoints that the service sends events to. */
export function WebhooksPage() {
  const list = useListSearch<never>();
  const request = { params: { query: pageOf(list.search) } };
  const { data, ...query } = api.useQuery('get', '/v1/webhooks', request, pollList);
  return (
    <ListPage
      title="Webhooks"
      description="The service sends events of rollouts and upgrades to these URLs."
      query={{ ...query, items: data?.data.webhooks, ...data?.meta }}
      columns={COLUMNS}
      rowKey={({ id }) => String(id)}
      list={list}
      actions={
        <DialogButton
          variant="primary"
          label="Create webhook"
          dialog={(close) => <NewWebhookDialog onClose={close} />}
        />
      }
      empty="There is no webhook yet."
    />
  );
}
