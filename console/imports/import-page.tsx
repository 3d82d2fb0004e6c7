import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Header from '@cloudscape-design/components/header';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useId, useState } from 'react';
import { useRights } from '../app/me';
import { deviceCount } from '../components/device-count';
import { ErrorBar } from '../components/error-bar';
import { RouteLink } from '../components/route-link';
import { previewRows, useImport, type ImportOptions, type JudgedRow } from './import-requests';
import { ImportTable } from './import-table';
import type { DeviceList } from './read-list';

interface Preview {
  readonly options: ImportOptions;
  readonly judged: readonly JudgedRow[];
}

const NOTHING_NEW: ImportOptions = { create_networks: false, create_tags: false };

/** Adds and changes the devices of a file: reads it here, shows what will become of each row, and then imports them. */
export function ImportPage() {
  const [list, setList] = useState<DeviceList | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isReading, setReading] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const run = useImport();
  const judge = async (read: DeviceList, options: ImportOptions): Promise<void> => {
    setPreview({ options, judged: await previewRows(read.rows, options) });
  };
  const busy = async (work: () => Promise<void>): Promise<void> => {
    setReading(true);
    setFault(null);
    await work().catch(setFault);
    setReading(false);
  };
  const choose = (file: File | undefined): void => {
    if (!file) return;
    setList(null);
    setPreview(null);
    void busy(async () => {
      const { readList } = await import('./read-list');
      const read = await readList(file);
      setList(read);
      await judge(read, NOTHING_NEW);
    });
  };
  const hasBegun = run.operations.length > 0 || run.isRunning;
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        description="A CSV file of this service, of Meraki, UniFi, Omada or OpenWISP, or your own"
      >
        Add devices from a file
      </Header>
      {!hasBegun && <FileField isDisabled={isReading} onChoose={choose} />}
      {isReading && <div role="status">Reading the file …</div>}
      {isUnreadable(fault) ? (
        <Alert type="error" header="The file cannot be read">
          {fault.message}
        </Alert>
      ) : (
        <ErrorBar error={fault} />
      )}
      {list && list.unused.length > 0 && <div>Columns that are not used: {list.unused.join(', ')}</div>}
      {list && preview && !hasBegun && (
        <PreviewView
          list={list}
          preview={preview}
          isBusy={isReading}
          onOptions={(options) => void busy(() => judge(list, options))}
          onImport={() => void run.start(list.rows, preview.options)}
        />
      )}
      {list && hasBegun && <RunView total={list.rows.length} run={run} />}
      <RouteLink to="/devices">To the devices</RouteLink>
    </SpaceBetween>
  );
}

/** The chunk that reads files is loaded with the first file, so its class is not known here. */
function isUnreadable(error: unknown): error is Error {
  return error instanceof Error && error.name === 'UnreadableList';
}

function FileField({ isDisabled, onChoose }: { isDisabled: boolean; onChoose: (file?: File) => void }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>CSV file</label>
      <div>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          disabled={isDisabled}
          onChange={({ target }) => {
            onChoose(target.files?.[0]);
            // The same file can be chosen again after a correction.
            target.value = '';
          }}
        />
      </div>
    </div>
  );
}

interface PreviewViewProps {
  readonly list: DeviceList;
  readonly preview: Preview;
  readonly isBusy: boolean;
  readonly onOptions: (options: ImportOptions) => void;
  readonly onImport: () => void;
}

function PreviewView({ list, preview, isBusy, onOptions, onImport }: PreviewViewProps) {
  const { options, judged } = preview;
  const { administer_all: administersAll } = useRights();
  const refused = judged.filter(({ action }) => action === 'refused').length;
  const changing = judged.filter(({ action }) => action !== 'refused' && action !== 'unchanged').length;
  const option = (name: keyof ImportOptions, label: string) => (
    <Checkbox
      checked={options[name]}
      disabled={isBusy}
      onChange={({ detail }) => {
        onOptions({ ...options, [name]: detail.checked });
      }}
    >
      {label}
    </Checkbox>
  );
  return (
    <SpaceBetween size="m">
      {administersAll && option('create_networks', 'Create networks that do not exist')}
      {option('create_tags', 'Create tags that do not exist')}
      <div role="status">
        {`${judged.length === 1 ? '1 row' : `${judged.length.toLocaleString()} rows`}: ${changing.toLocaleString()} will change something, ${refused.toLocaleString()} will be refused.`}
      </div>
      <Button variant="primary" disabled={changing === 0} loading={isBusy} onClick={onImport}>
        {`Import ${deviceCount(changing)}`}
      </Button>
      <ImportTable rows={list.rows} judged={judged} />
    </SpaceBetween>
  );
}

function RunView({ total, run }: { total: number; run: ReturnType<typeof useImport> }) {
  const { operations, isRunning, error } = run;
  const done = operations.reduce((sum, operation) => sum + operation.done, 0);
  const refused = operations.reduce((sum, operation) => sum + operation.failed_count, 0);
  return (
    <SpaceBetween size="m">
      <ProgressBar
        label={isRunning ? 'Importing' : 'Imported'}
        value={total === 0 ? 100 : (100 * done) / total}
        description={isRunning ? 'Rows that are not sent yet are lost when you leave this page.' : ''}
        additionalInfo={`${done.toLocaleString()} of ${total.toLocaleString()} rows done, of which ${refused.toLocaleString()} were refused`}
      />
      <ErrorBar error={error} />
      {operations.map(({ id, total: rows, state }) => (
        <div key={id}>
          <Button iconName="download" href={`/v1/bulk_operations/${id}/rows`} download>
            {`Result of ${(rows ?? 0).toLocaleString()} rows as CSV`}
          </Button>{' '}
          {state}
        </div>
      ))}
    </SpaceBetween>
  );
}
