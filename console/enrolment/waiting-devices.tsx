import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { api } from '../api/client';
import { pollList } from '../api/polling';
import { lazyPart } from '../components/lazy-part';
import { useRemovalFocus } from '../components/removal-focus';
import { RowButton } from '../components/row-button';
import { Ago } from '../components/time';
import { ListPage, type Column } from '../list/list-page';
import { pageOf, useListSearch } from '../list/list-search';
import { REASONS, type Enrolment } from './enrolment';

const ApproveDialog = lazyPart(async () => (await import('./waiting-dialogs')).ApproveDialog);
const RefuseDialog = lazyPart(async () => (await import('./waiting-dialogs')).RefuseDialog);

const tokenOf = ({ token_id: id, token_name: name }: Enrolment): string =>
  id === null ? '–' : (name ?? 'Revoked');

interface Opened {
  readonly enrolment: Enrolment;
  readonly dialog: 'approve' | 'refuse';
}

/** The devices that wait for a person to approve their enrolment. */
export function WaitingDevices() {
  const list = useListSearch<never>();
  const [opened, setOpened] = useState<Opened | null>(null);
  const request = { params: { query: pageOf(list.search) } };
  const { data, ...query } = api.useQuery('get', '/v1/enrolments', request, pollList);
  const waiting = data?.data.enrolments;
  const { list: table, removing } = useRemovalFocus('Approve', waiting?.length ?? 0, opened !== null);
  const open = (enrolment: Enrolment, dialog: Opened['dialog']): void => {
    removing(waiting?.indexOf(enrolment) ?? 0);
    setOpened({ enrolment, dialog });
  };
  const close = (): void => {
    setOpened(null);
  };
  const columns: Column<Enrolment>[] = [
    { id: 'mac', header: 'MAC', isRowHeader: true, cell: ({ mac_id: mac }) => mac },
    { id: 'serial', header: 'Serial number', cell: ({ router_serial_number: serial }) => serial || '–' },
    { id: 'board', header: 'Board', cell: ({ board }) => board || '–' },
    { id: 'token', header: 'Token', cell: tokenOf },
    { id: 'address', header: 'Address', cell: ({ public_ip: address }) => address },
    { id: 'since', header: 'Since', cell: ({ created_at: at }) => <Ago at={at} /> },
    { id: 'asked', header: 'Last asked', cell: ({ asked_at: at }) => <Ago at={at} /> },
    { id: 'reason', header: 'Why', cell: ({ reason }) => REASONS[reason] },
    {
      id: 'actions',
      header: 'Actions',
      cell: (enrolment) => (
        <SpaceBetween direction="horizontal" size="xs">
          <RowButton
            verb="Approve"
            of={enrolment.mac_id}
            onClick={() => {
              open(enrolment, 'approve');
            }}
          />
          <RowButton
            verb="Refuse"
            of={enrolment.mac_id}
            onClick={() => {
              open(enrolment, 'refuse');
            }}
          />
        </SpaceBetween>
      ),
    },
  ];
  return (
    <div ref={table}>
      <ListPage
        title="Waiting devices"
        headingTag="h2"
        description="They have a token, or a certificate, of the organisation, and come to the inventory when you approve them."
        query={{ ...query, items: waiting, ...data?.meta }}
        columns={columns}
        rowKey={({ id }) => String(id)}
        list={list}
        empty="No device waits."
      />
      {opened?.dialog === 'approve' && <ApproveDialog enrolment={opened.enrolment} onClose={close} />}
      {opened?.dialog === 'refuse' && <RefuseDialog enrolment={opened.enrolment} onClose={close} />}
    </div>
  );
}
