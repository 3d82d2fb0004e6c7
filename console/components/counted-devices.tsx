import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs, { type KeyValuePairsProps } from '@cloudscape-design/components/key-value-pairs';
import { Ago } from './time';

interface CountedDevicesProps {
  readonly at: string;
  readonly items: readonly KeyValuePairsProps.Item[];
}

/** Numbers of devices, and when they were counted. */
export function CountedDevices({ at, items }: CountedDevicesProps) {
  return (
    <Container
      header={
        <Header
          variant="h2"
          description={
            <>
              Counted <Ago at={at} />
            </>
          }
        >
          Devices
        </Header>
      }
    >
      <KeyValuePairs columns={4} items={items} />
    </Container>
  );
}
