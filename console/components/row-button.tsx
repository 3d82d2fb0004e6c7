import Button from '@cloudscape-design/components/button';

interface RowButtonProps {
  readonly verb: string;
  /** What the row shows, for those who hear the button without its row. */
  readonly of: string;
  readonly onClick: () => void;
}

/** A button in a row of a table. */
export function RowButton({ verb, of, onClick }: RowButtonProps) {
  return (
    <Button variant="inline-link" ariaLabel={`${verb} ${of}`} onClick={onClick}>
      {verb}
    </Button>
  );
}
