import Button from '@cloudscape-design/components/button';

interface CsvButtonProps {
  /** The path of the operation that lists the records. */
  readonly path: string;
  readonly filters: Readonly<Record<string, string | undefined>>;
}

/** Downloads all records that match the filters as a file. */
export function CsvButton({ path, filters }: CsvButtonProps) {
  const chosen = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams([...chosen, ['format', 'csv']]).toString();
  return (
    <Button iconName="download" href={`${path}?${query}`} download>
      CSV
    </Button>
  );
}
