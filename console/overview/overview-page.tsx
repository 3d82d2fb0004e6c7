import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRights } from '../app/me';
import { AsOf } from '../components/as-of';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { Attention } from './attention';
import { Busiest } from './busiest';
import { DeviceNumbers } from './device-numbers';
import { NextRollouts } from './next-rollouts';
import { useOverview, type Overview } from './overview';
import { Versions } from './versions';

/** An organisation with so few devices has just begun. */
const FEW = 3;
/** Before the first count, too. */
const isNew = ({ devices: { total } }: Overview): boolean => (total ?? 0) <= FEW;

const FirstSteps = lazyPart(async () => (await import('./first-steps')).FirstSteps);
const Sites = lazyPart(async () => (await import('../sites/sites')).Sites);
const OnlineChart = lazyPart(async () => (await import('./online-chart')).OnlineChart);

/** The state of the fleet. Every number leads to the list of what it counts. */
export function OverviewPage() {
  const query = useOverview();
  const { change } = useRights();
  return (
    <SpaceBetween size="l">
      <Header variant="h1" description={<AsOf at={query.dataUpdatedAt} />}>
        Overview
      </Header>
      <QueryView query={query} what="overview">
        {({ data: { overview } }) => (
          <SpaceBetween size="l">
            {change && isNew(overview) && <FirstSteps />}
            <DeviceNumbers overview={overview} />
            <Attention overview={overview} />
          </SpaceBetween>
        )}
      </QueryView>
      <Sites />
      <OnlineChart />
      <div className="side-by-side">
        <NextRollouts />
        <Container header={<Header variant="h2">Busiest networks</Header>}>
          <QueryView query={query} what="clients">
            {({ data }) => <Busiest overview={data.overview} />}
          </QueryView>
        </Container>
        <Container header={<Header variant="h2">Firmware by part</Header>}>
          <QueryView query={query} what="versions">
            {({ data }) => <Versions versions={data.overview.versions} />}
          </QueryView>
        </Container>
      </div>
    </SpaceBetween>
  );
}
