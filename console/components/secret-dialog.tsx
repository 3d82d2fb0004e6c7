import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { CopyText } from './copy-text';
import { DoneDialog } from './done-dialog';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret that the service does not show again. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  return (
    <DoneDialog title={title} onClose={onClose}>
      <SpaceBetween size="m">
        <Alert type="warning">Copy it now: it is not shown again.</Alert>
        <CopyText text={secret} label="Copy" />
      </SpaceBetween>
    </DoneDialog>
  );
}
