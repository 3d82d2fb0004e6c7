import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useId, useState, type ReactNode } from 'react';
import { ErrorBar } from './error-bar';

/** More devices than this ask for their number to be typed. */
const MANY = 500;

/** The text to type before a change of so many devices; undefined when a click is enough. */
export function typedCount(count: number, isRisky = false): string | undefined {
  return count > MANY || isRisky ? String(count) : undefined;
}

interface ConfirmDialogProps {
  readonly title: string;
  /** The label of the button that carries it out. */
  readonly action: string;
  /** A text that must be typed first, such as the number of devices. */
  readonly typed?: string | undefined;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly isDisabled?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks before a change; also holds short forms. Stays open with the refusal when the change is refused. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, typed, isBusy, error, isDisabled = false, onConfirm, onClose, children } = props;
  const [written, setWritten] = useState('');
  const form = useId();
  const isTyped = typed === undefined || written.trim() === typed;
  const buttons = (
    <SpaceBetween direction="horizontal" size="xs">
      <Button variant="link" onClick={onClose}>
        Close
      </Button>
      <Button
        variant="primary"
        form={form}
        formAction="submit"
        disabled={!isTyped || isDisabled}
        loading={isBusy}
      >
        {action}
      </Button>
    </SpaceBetween>
  );
  return (
    <Modal visible header={title} onDismiss={onClose} footer={<Box float="right">{buttons}</Box>}>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped && !isDisabled && !isBusy) onConfirm();
        }}
      >
        <SpaceBetween size="m">
          {children}
          {typed !== undefined && (
            <FormField label={`Type ${typed} to confirm`}>
              <Input
                value={written}
                onChange={({ detail }) => {
                  setWritten(detail.value);
                }}
              />
            </FormField>
          )}
          <ErrorBar error={error} />
        </SpaceBetween>
      </form>
    </Modal>
  );
}
