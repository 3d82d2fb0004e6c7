import Checkbox from '@cloudscape-design/components/checkbox';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { DialogButton } from './dialog-button';
import { DoneDialog } from './done-dialog';
import type { Column } from '../list/list-page';

/**
 * The columns that the user has not hidden, and the button that opens the choice. The choice is kept in the browser
 * under the name of the list.
 */
export function useColumns<Item>(list: string, columns: readonly Column<Item>[]) {
  const place = `airfleet.hidden-columns.${list}`;
  const [hidden, setHidden] = useState(() => localStorage.getItem(place)?.split(',') ?? []);
  const show = (id: string, isShown: boolean): void => {
    const next = isShown ? hidden.filter((other) => other !== id) : [...hidden, id];
    localStorage.setItem(place, next.join(','));
    setHidden(next);
  };
  const choice = (
    <DialogButton
      label="Columns"
      dialog={(close) => <ColumnsDialog columns={columns} hidden={hidden} onChange={show} onClose={close} />}
    />
  );
  return { columns: columns.filter(({ id = '' }) => !hidden.includes(id)), choice };
}

interface ColumnsDialogProps<Item> {
  readonly columns: readonly Column<Item>[];
  readonly hidden: readonly string[];
  readonly onChange: (id: string, isShown: boolean) => void;
  readonly onClose: () => void;
}

function ColumnsDialog<Item>({ columns, hidden, onChange, onClose }: ColumnsDialogProps<Item>) {
  return (
    <DoneDialog title="Columns" onClose={onClose}>
      <SpaceBetween size="xs">
        {columns.map(({ id = '', header, isRowHeader }) => (
          <Checkbox
            key={id}
            checked={!hidden.includes(id)}
            // Rows are named by this column.
            disabled={isRowHeader === true}
            onChange={({ detail }) => {
              onChange(id, detail.checked);
            }}
          >
            {header}
          </Checkbox>
        ))}
      </SpaceBetween>
    </DoneDialog>
  );
}
