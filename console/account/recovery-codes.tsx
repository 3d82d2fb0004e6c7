import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import SpaceBetween from '@cloudscape-design/components/space-between';

/** Recovery codes, which are shown once. */
export function RecoveryCodeList({ codes }: { readonly codes: readonly string[] }) {
  return (
    <SpaceBetween size="m">
      <Alert type="warning">
        Keep these recovery codes apart from your phone: they are not shown again. Each one replaces an app or
        a passkey once.
      </Alert>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <Box variant="code">{code}</Box>
          </li>
        ))}
      </ul>
      <CopyToClipboard
        copyButtonText="Copy all"
        textToCopy={codes.join('\n')}
        copySuccessText="Copied"
        copyErrorText="The browser did not allow it"
      />
    </SpaceBetween>
  );
}
