import { useState } from 'react';
import { api } from '../api/client';
import { pollList } from '../api/polling';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { useRemovalFocus } from '../components/removal-focus';
import { RowButton } from '../components/row-button';
import { Time } from '../components/time';
import { ListPage, type Column } from '../list/list-page';
import { pageOf, useListSearch } from '../list/list-search';
import { useNetworkOptions } from '../pickers/pickers';
import type { EnrolmentToken } from './enrolment';

const NewTokenDialog = lazyPart(async () => (await import('./token-dialogs')).NewTokenDialog);
const RevokeTokenDialog = lazyPart(async () => (await import('./token-dialogs')).RevokeTokenDialog);

/** The tokens with which devices enrol themselves. */
export function EnrolmentTokens() {
  const list = useListSearch<never>();
  const [revoked, setRevoked] = useState<EnrolmentToken | null>(null);
  const networks = useNetworkOptions();
  const request = { params: { query: pageOf(list.search) } };
  const { data, ...query } = api.useQuery('get', '/v1/enrolment_tokens', request, pollList);
  const tokens = data?.data.enrolment_tokens;
  const { list: table, removing } = useRemovalFocus('Revoke', tokens?.length ?? 0, revoked !== null);
  const columns: Column<EnrolmentToken>[] = [
    { id: 'name', header: 'Name', isRowHeader: true, cell: ({ name }) => name },
    { id: 'prefix', header: 'Begins with', cell: ({ prefix }) => prefix },
    {
      id: 'network',
      header: 'Network',
      cell: ({ network_id: id }) => networks.find(({ value }) => value === String(id))?.label ?? id ?? '–',
    },
    { id: 'devices', header: 'Devices', cell: ({ devices, max_devices: most }) => `${devices} of ${most}` },
    { id: 'approval', header: 'Approval', cell: ({ approval }) => (approval ? 'Always' : 'Unknown boards') },
    { id: 'replace', header: 'Replaces keys', cell: ({ replace }) => (replace ? 'Yes' : 'No') },
    { id: 'expires', header: 'Expires', cell: ({ expires_at: at }) => <Time at={at} /> },
    {
      id: 'revoke',
      header: 'Revoke',
      cell: (token) => (
        <RowButton
          verb="Revoke"
          of={token.name}
          onClick={() => {
            removing(tokens?.indexOf(token) ?? 0);
            setRevoked(token);
          }}
        />
      ),
    },
  ];
  return (
    <div ref={table}>
      <ListPage
        title="Enrolment tokens"
        headingTag="h2"
        description="A device with a token comes to the inventory and gets its key by itself."
        query={{ ...query, items: tokens, ...data?.meta }}
        columns={columns}
        rowKey={({ id }) => String(id)}
        list={list}
        actions={
          <DialogButton
            variant="primary"
            label="Create token"
            dialog={(close) => <NewTokenDialog onClose={close} />}
          />
        }
        empty="There is no token."
      />
      {revoked && (
        <RevokeTokenDialog
          token={revoked}
          onClose={() => {
            setRevoked(null);
          }}
        />
      )}
    </div>
  );
}
