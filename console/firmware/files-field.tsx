import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { SelectField, TextField, type Form } from '../components/form';
import { useRemovalFocus } from '../components/removal-focus';
import { usePartOptions } from '../pickers/pickers';

/** The file of a hardware part, as it is entered. */
export interface FileValues {
  readonly part_number: string;
  readonly url: string;
  readonly sha256: string;
  readonly size: string;
}

export const EMPTY_FILE: FileValues = { part_number: '', url: '', sha256: '', size: '' };

interface FilesFieldProps {
  readonly files: readonly FileValues[];
  readonly onChange: (files: readonly FileValues[]) => void;
  readonly error: unknown;
}

/** The files of a release, one for each hardware part. */
export function FilesField({ files, onChange, error }: FilesFieldProps) {
  const parts = usePartOptions();
  const { list, removing } = useRemovalFocus('Remove', files.length);
  return (
    <div ref={list}>
      <SpaceBetween size="m">
        {files.map((file, index) => {
          const form: Form<FileValues> = {
            values: file,
            error,
            set: (name, value) => {
              onChange(files.map((other, at) => (at === index ? { ...other, [name]: value } : other)));
            },
          };
          const field = (name: keyof FileValues, text: string) => ({
            form,
            name,
            path: `urls[${index}].${name}`,
            label: index === 0 ? text : `${text} of file ${index + 1}`,
          });
          return (
            <Container
              key={index}
              header={
                <Header
                  variant="h3"
                  actions={
                    files.length > 1 && (
                      <Button
                        formAction="none"
                        ariaLabel={`Remove file ${index + 1}`}
                        onClick={() => {
                          removing(index);
                          onChange(files.filter((_, at) => at !== index));
                        }}
                      >
                        Remove
                      </Button>
                    )
                  }
                >
                  File {index + 1}
                </Header>
              }
            >
              <SpaceBetween size="m">
                <div className="side-by-side">
                  <SelectField {...field('part_number', 'Hardware part')} options={parts} />
                  <TextField
                    {...field('size', 'Size in bytes')}
                    description="Empty: not checked"
                    inputMode="numeric"
                  />
                </div>
                <TextField {...field('url', 'URL')} placeholder="https://" />
                <TextField
                  {...field('sha256', 'SHA-256')}
                  description="64 hexadecimal digits; empty: not checked"
                />
              </SpaceBetween>
            </Container>
          );
        })}
        <Button
          formAction="none"
          iconName="add-plus"
          onClick={() => {
            onChange([...files, EMPTY_FILE]);
          }}
        >
          Add a file
        </Button>
      </SpaceBetween>
    </div>
  );
}
