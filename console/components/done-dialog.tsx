import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import type { ReactNode } from 'react';

interface DoneDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows something that needs no decision, such as the outcome of an operation. */
export function DoneDialog({ title, onClose, children }: DoneDialogProps) {
  const button = (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Modal visible header={title} onDismiss={onClose} footer={<Box float="right">{button}</Box>}>
      {children}
    </Modal>
  );
}
