import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { api } from '../api/client';
import { pollList } from '../api/polling';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { ListPage, type Column } from '../list/list-page';
import { pageOf, useListSearch } from '../list/list-search';
import { useRemovalFocus } from '../components/removal-focus';
import { RowButton } from '../components/row-button';
import type { RadiusServer } from './radius-server';

const NewServerDialog = lazyPart(async () => (await import('./radius-dialogs')).NewServerDialog);
const EditServerDialog = lazyPart(async () => (await import('./radius-dialogs')).EditServerDialog);
const DeleteServerDialog = lazyPart(async () => (await import('./radius-dialogs')).DeleteServerDialog);

interface Opened {
  readonly server: RadiusServer;
  readonly dialog: 'edit' | 'delete';
}

/** The RADIUS servers that SSIDs with company accounts ask. */
export function RadiusPage() {
  const list = useListSearch<never>();
  const [opened, setOpened] = useState<Opened | null>(null);
  const request = { params: { query: pageOf(list.search) } };
  const { data, ...query } = api.useQuery('get', '/v1/radius_servers', request, pollList);
  const servers = data?.data.radius_servers;
  const { list: table, removing } = useRemovalFocus(
    'Delete',
    servers?.length ?? 0,
    opened?.dialog === 'delete',
  );
  const close = (): void => {
    setOpened(null);
  };
  const columns: Column<RadiusServer>[] = [
    { id: 'name', header: 'Name', isRowHeader: true, cell: ({ name }) => name },
    { id: 'host', header: 'IP address', cell: ({ host }) => host },
    { id: 'ports', header: 'Ports', cell: ({ auth_port: auth, acct_port: acct }) => `${auth}, ${acct}` },
    { id: 'nas', header: 'NAS identifier', cell: ({ nas_identifier: nas }) => nas ?? '–' },
    { id: 'secret', header: 'Secret', cell: ({ secret }) => (secret === null ? 'Missing' : 'Set') },
    {
      id: 'actions',
      header: 'Actions',
      cell: (server) => (
        <SpaceBetween direction="horizontal" size="xs">
          <RowButton
            verb="Edit"
            of={server.name}
            onClick={() => {
              setOpened({ server, dialog: 'edit' });
            }}
          />
          <RowButton
            verb="Delete"
            of={server.name}
            onClick={() => {
              removing(servers?.indexOf(server) ?? 0);
              setOpened({ server, dialog: 'delete' });
            }}
          />
        </SpaceBetween>
      ),
    },
  ];
  return (
    <div ref={table}>
      <ListPage
        title="RADIUS servers"
        description="SSIDs with company accounts (EAP) ask these servers who may join."
        query={{ ...query, items: servers, ...data?.meta }}
        columns={columns}
        rowKey={({ id }) => String(id)}
        list={list}
        actions={
          <DialogButton
            variant="primary"
            label="Add server"
            dialog={(onClose) => <NewServerDialog onClose={onClose} />}
          />
        }
        empty="There is no RADIUS server yet."
      />
      {opened?.dialog === 'edit' && <EditServerDialog server={opened.server} onClose={close} />}
      {opened?.dialog === 'delete' && <DeleteServerDialog server={opened.server} onClose={close} />}
    </div>
  );
}
