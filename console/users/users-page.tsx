import { api } from '../api/client';
import { pollList } from '../api/polling';
import { useMe } from '../app/me';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { ListPage, type Column } from '../list/list-page';
import { pageOf, useListSearch } from '../list/list-search';
import { RouteLink } from '../components/route-link';
import { Ago } from '../components/time';
import { ROLES, type User } from './user';
import { UserState } from './user-state';

const InviteDialog = lazyPart(async () => (await import('./invite-dialog')).InviteDialog);

/** The users whom the user manages, and the user's own account. */
export function UsersPage() {
  const list = useListSearch<never>();
  const { user: own } = useMe();
  const sort = (list.search.sort ?? 'email') as 'email';
  const request = { params: { query: { ...pageOf(list.search), sort } } };
  const { data, ...query } = api.useQuery('get', '/v1/users', request, pollList);
  const columns: readonly Column<User>[] = [
    {
      id: 'email',
      header: 'Email',
      isRowHeader: true,
      sortingField: 'email',
      cell: ({ id, email }) => (
        <>
          <RouteLink to={`/users/${id}`}>{email}</RouteLink>
          {id === own.id && ' (you)'}
        </>
      ),
    },
    { id: 'role', header: 'Role', cell: ({ role }) => ROLES[role].label },
    {
      id: 'networks',
      header: 'Networks',
      cell: ({ networks }) => networks?.length.toLocaleString() ?? 'All',
    },
    { id: 'state', header: 'State', cell: (user) => <UserState user={user} /> },
    { id: 'seen', header: 'Last sign-in', cell: ({ last_sign_in_at: at }) => <Ago at={at} /> },
  ];
  return (
    <ListPage
      title="Users"
      description="People of your organisation, with their roles and networks."
      query={{ ...query, items: data?.data.users, ...data?.meta }}
      columns={columns}
      rowKey={({ id }) => String(id)}
      list={list}
      actions={
        <DialogButton
          variant="primary"
          label="Invite user"
          dialog={(close) => <InviteDialog onClose={close} />}
        />
      }
      empty="There is no other user yet."
    />
  );
}
