import Alert from '@cloudscape-design/components/alert';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import SpaceBetween from '@cloudscape-design/components/space-between';
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
        <div className="wrap-anywhere">
          <CopyToClipboard
            variant="inline"
            textToCopy={secret}
            copyButtonAriaLabel="Copy"
            copySuccessText="Copied"
            copyErrorText="The browser did not allow it"
          />
        </div>
      </SpaceBetween>
    </DoneDialog>
  );
}
