import { useState } from 'react';
import { api } from '../api/client';
import { pollList } from '../api/polling';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { ListPage, type Column } from '../list/list-page';
import { pageOf, useListSearch } from '../list/list-search';
import { useRemovalFocus } from '../components/removal-focus';
import { RowButton } from '../components/row-button';
import { Ago, Time } from '../components/time';
import type { AccessToken } from './access-token';

const NewTokenDialog = lazyPart(async () => (await import('./token-dialogs')).NewTokenDialog);
const RevokeDialog = lazyPart(async () => (await import('./token-dialogs')).RevokeDialog);

const KINDS = { token: 'Access token', session: 'Browser session' } as const;

/** The user's own access tokens and sessions. */
export function TokensPage() {
  const list = useListSearch<never>();
  const [revoked, setRevoked] = useState<AccessToken | null>(null);
  const request = { params: { query: pageOf(list.search) } };
  const { data, ...query } = api.useQuery('get', '/v1/access_tokens', request, pollList);
  const tokens = data?.data.access_tokens;
  const { list: table, removing } = useRemovalFocus('Revoke', tokens?.length ?? 0, revoked !== null);
  const columns: Column<AccessToken>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: ({ name, kind, is_current: isCurrent }) =>
        `${name ?? KINDS[kind]}${isCurrent ? ' (this one)' : ''}`,
    },
    { id: 'kind', header: 'Kind', cell: ({ kind }) => KINDS[kind] },
    { id: 'prefix', header: 'Begins with', cell: ({ prefix }) => prefix ?? '–' },
    { id: 'created', header: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'used', header: 'Last used', cell: ({ last_used_at: at }) => <Ago at={at} /> },
    { id: 'expires', header: 'Expires', cell: ({ expires_at: at }) => <Time at={at} /> },
    {
      id: 'revoke',
      header: 'Revoke',
      cell: (token) => (
        <RowButton
          verb="Revoke"
          of={token.name ?? KINDS[token.kind]}
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
        title="Access tokens"
        description="Your tokens for programs, and the browsers that you are signed in with."
        query={{ ...query, items: tokens, ...data?.meta }}
        columns={columns}
        rowKey={({ id }) => id}
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
        <RevokeDialog
          token={revoked}
          onClose={() => {
            setRevoked(null);
          }}
        />
      )}
    </div>
  );
}
