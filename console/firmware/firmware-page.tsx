import Button from '@cloudscape-design/components/button';
import { api } from '../api/client';
import { pollList } from '../api/polling';
import { useRights } from '../app/me';
import { ListPage, type Column } from '../list/list-page';
import { pageOf, useListSearch } from '../list/list-search';
import { RouteLink, useGoTo } from '../components/route-link';
import { publisherOf, type Release } from './release';
import { ReleaseState } from './release-state';
import { RunningOn } from './running-on';

const COLUMNS: readonly Column<Release>[] = [
  {
    id: 'version',
    header: 'Version',
    isRowHeader: true,
    sortingField: 'version',
    cell: ({ id, version }) => <RouteLink to={`/firmware/${id}`}>{version}</RouteLink>,
  },
  { id: 'state', header: 'State', cell: (release) => <ReleaseState release={release} /> },
  {
    id: 'parts',
    header: 'Parts',
    cell: ({ urls }) => urls.map(({ part_number: part }) => part).join(', '),
  },
  {
    id: 'sha256',
    header: 'SHA-256',
    cell: ({ urls }) => (
      <ul className="plain-list">
        {urls.map(({ part_number: part, sha256 }) => (
          <li key={part}>
            {urls.length > 1 && `${part}: `}
            {sha256 ? <code className="wrap-anywhere">{sha256}</code> : 'Not given'}
          </li>
        ))}
      </ul>
    ),
  },
  { id: 'running', header: 'Running on', cell: (release) => <RunningOn release={release} /> },
  { id: 'owner', header: 'Published by', cell: publisherOf },
];

/** The firmware releases that the user can choose. */
export function FirmwarePage() {
  const list = useListSearch<never>();
  const goTo = useGoTo();
  const { publish_firmware: mayPublish } = useRights();
  const sort = (list.search.sort ?? '-version') as 'version';
  const request = { params: { query: { ...pageOf(list.search), sort } } };
  const { data, ...query } = api.useQuery('get', '/v1/firmware_releases', request, pollList);
  return (
    <ListPage
      title="Firmware"
      description="Releases with a file for each hardware part."
      query={{ ...query, items: data?.data.firmware_releases, ...data?.meta }}
      columns={COLUMNS}
      rowKey={({ id }) => String(id)}
      list={list}
      actions={
        mayPublish && (
          <Button
            variant="primary"
            onClick={() => {
              goTo('/firmware/new');
            }}
          >
            Publish release
          </Button>
        )
      }
      empty="There is no release yet. Devices are upgraded to releases."
    />
  );
}
