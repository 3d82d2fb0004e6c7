import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import { useParams } from '@tanstack/react-router';
import { useRights } from '../app/me';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { publisherOf, useRelease, type Release } from './release';
import { ReleaseState } from './release-state';
import { RunningOn } from './running-on';

const ReleaseDialog = lazyPart(async () => (await import('./release-dialog')).ReleaseDialog);

type File = Release['urls'][number];

/** One release: its file for each part, with its hash. */
export function ReleasePage() {
  const query = useRelease(Number(useParams({ strict: false }).id));
  return (
    <QueryView query={query} what="release">
      {({ data }) => <ReleaseView release={data.firmware_release} />}
    </QueryView>
  );
}

function ReleaseView({ release }: { release: Release }) {
  const { version, organisation_id: organisation, notes, urls } = release;
  const { publish_firmware: mayPublish } = useRights();
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        actions={
          mayPublish && (
            <DialogButton
              label={release.is_released ? 'Withdraw' : 'Release'}
              disabled={organisation === null}
              disabledReason="Only the operator of the installation can change this release"
              dialog={(close) => <ReleaseDialog release={release} onClose={close} />}
            />
          )
        }
        description={<ReleaseState release={release} />}
      >
        <span className="wrap-anywhere">{version}</span>
      </Header>
      <Container>
        <KeyValuePairs
          columns={3}
          items={[
            { label: 'Running on', value: <RunningOn release={release} /> },
            { label: 'Published by', value: publisherOf(release) },
            { label: 'Notes', value: notes ?? '–' },
          ]}
        />
      </Container>
      <Table<File>
        variant="container"
        wrapLines
        trackBy="part_number"
        items={urls}
        ariaLabels={{ tableLabel: 'Files' }}
        header={
          <Header variant="h2" counter={`(${urls.length})`}>
            Files
          </Header>
        }
        empty={<Box textAlign="center">The release has no file.</Box>}
        columnDefinitions={[
          { id: 'part', header: 'Part', isRowHeader: true, cell: ({ part_number: part }) => part },
          { id: 'url', header: 'URL', cell: ({ url }) => <span className="wrap-anywhere">{url}</span> },
          {
            id: 'sha256',
            header: 'SHA-256',
            cell: ({ sha256 }) => (sha256 ? <code className="wrap-anywhere">{sha256}</code> : 'Not given'),
          },
          {
            id: 'size',
            header: 'Size',
            cell: ({ size }) => (size === null ? 'Not given' : `${size.toLocaleString()} bytes`),
          },
        ]}
      />
    </SpaceBetween>
  );
}
