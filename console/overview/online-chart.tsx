import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Ranges, useRange } from '../charts/ranges';
import { ClientsSeries, OnlineSeries } from '../charts/series';

/** How many devices were up and down, and their clients, over time; the range is in the URL. */
export function OnlineChart() {
  const { from } = useRange();
  return (
    <SpaceBetween size="l">
      <Container
        header={
          <Header variant="h2" actions={<Ranges path="/?" />}>
            Online over time
          </Header>
        }
      >
        <OnlineSeries from={from} />
      </Container>
      <Container header={<Header variant="h2">Clients over time</Header>}>
        <ClientsSeries from={from} />
      </Container>
    </SpaceBetween>
  );
}
