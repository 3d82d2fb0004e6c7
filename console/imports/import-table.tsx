import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import { useState } from 'react';
import type { JudgedRow } from './import-requests';
import type { ListRow } from './list-columns';

const PAGE = 200;

const WORDS: Readonly<Record<string, string>> = {
  claimed: 'Will be added',
  moved: 'Will move',
  renamed: 'Will be renamed',
  changed: 'Gets tags or notes',
  unchanged: 'Stays as it is',
  refused: 'Refused',
};
/** Faults come first, then what changes. */
const ORDER = ['refused', 'claimed', 'moved', 'renamed', 'changed', 'unchanged'];

interface ImportTableProps {
  readonly rows: readonly ListRow[];
  readonly judged: readonly JudgedRow[];
}

/** What will become of the rows of a list, faults first. */
export function ImportTable({ rows, judged }: ImportTableProps) {
  const [shown, setShown] = useState(PAGE);
  const rowOf = new Map(rows.map((row) => [row.row, row]));
  const sorted = judged.toSorted(
    (a, b) => ORDER.indexOf(a.action) - ORDER.indexOf(b.action) || a.row - b.row,
  );
  const left = sorted.length - shown;
  return (
    <SpaceBetween size="m">
      <Table
        ariaLabels={{ tableLabel: 'Rows of the file' }}
        variant="container"
        items={sorted.slice(0, shown)}
        trackBy={({ row }) => String(row)}
        columnDefinitions={[
          { id: 'row', header: 'Row', isRowHeader: true, cell: ({ row }) => row },
          {
            id: 'device',
            header: 'Device',
            cell: ({ row }) => {
              const { mac, serial } = rowOf.get(row) ?? {};
              return mac ?? serial ?? '–';
            },
          },
          { id: 'name', header: 'Name', cell: ({ row }) => rowOf.get(row)?.name ?? '–' },
          { id: 'network', header: 'Network', cell: ({ row }) => rowOf.get(row)?.network ?? '–' },
          {
            id: 'action',
            header: 'What will happen',
            cell: ({ action, reason }) => (
              <>
                <StatusIndicator type={action === 'refused' ? 'error' : 'success'}>
                  {WORDS[action] ?? action}
                </StatusIndicator>
                {reason !== null && <div>{reason}</div>}
              </>
            ),
          },
        ]}
      />
      {left > 0 && (
        <Button
          onClick={() => {
            setShown(shown + PAGE);
          }}
        >
          {`Show ${Math.min(left, PAGE).toLocaleString()} more of ${left.toLocaleString()}`}
        </Button>
      )}
    </SpaceBetween>
  );
}
