import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';

interface CopyTextProps {
  readonly text: string;
  /** Of the button that copies it. */
  readonly label: string;
}

/** A text with a button that copies it. */
export function CopyText({ text, label }: CopyTextProps) {
  return (
    <div className="wrap-anywhere">
      <CopyToClipboard
        variant="inline"
        textToCopy={text}
        copyButtonAriaLabel={label}
        copySuccessText="Copied"
        copyErrorText="The browser did not allow it"
      />
    </div>
  );
}
