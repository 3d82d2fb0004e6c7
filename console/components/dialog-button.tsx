import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import { useState, type ReactNode } from 'react';

interface DialogButtonProps extends Pick<ButtonProps, 'variant' | 'disabled' | 'disabledReason'> {
  readonly label: string;
  /** Renders the dialog, which calls `close` when it is done. */
  readonly dialog: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ label, dialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        {...button}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {label}
      </Button>
      {isOpen &&
        dialog(() => {
          setIsOpen(false);
        })}
    </>
  );
}
