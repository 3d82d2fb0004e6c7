import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useParams } from '@tanstack/react-router';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { OverTime } from '../charts/over-time';
import { QueryView } from '../components/query-view';
import { RouteLink } from '../components/route-link';
import { HealthLooks } from './health/health-looks';
import { useRollout } from './rollout';
import { stateOfDevices, STATES } from './states';

/** The states of the devices of a rollout over time, and what looks at their health compared. */
export function RolloutHistoryPage() {
  const id = Number(useParams({ strict: false }).id);
  return (
    <QueryView query={useRollout(id)} what="rollout">
      {({ data: { rollout } }) => (
        <SpaceBetween size="l">
          <Header
            variant="h1"
            description={<RouteLink to={`/rollouts/${id}`}>Back to the rollout</RouteLink>}
          >
            {rollout.name} over time
          </Header>
          <History id={id} />
        </SpaceBetween>
      )}
    </QueryView>
  );
}

function History({ id }: { readonly id: number }) {
  const query = api.useQuery('get', '/v1/rollouts/{id}/series', { params: { path: { id } } }, poll);
  return (
    <QueryView query={query} what="history">
      {({ data: { series } }) => {
        const points = series.points.map((point) => ({ at: point.at, values: stateOfDevices(point) }));
        const [first, last] = [points[0], points.at(-1)];
        const occurring = STATES.map((state, index) => ({ ...state, index })).filter(({ index }) =>
          points.some(({ values }) => (values[index] ?? 0) > 0),
        );
        return (
          <SpaceBetween size="l">
            <Container header={<Header variant="h2">Devices over time</Header>}>
              {first && last ? (
                <OverTime
                  label="Devices of the rollout by state over time"
                  yTitle="Devices"
                  titles={occurring.map(({ label }) => label)}
                  colours={occurring.map(({ colour }) => colour)}
                  points={points.map(({ at, values }) => ({
                    at,
                    values: occurring.map(({ index }) => values[index] ?? 0),
                  }))}
                  deaf={[]}
                  from={new Date(first.at)}
                  to={new Date(last.at)}
                />
              ) : (
                <Box color="text-body-secondary">
                  Devices are counted once a minute after the rollout has started.
                </Box>
              )}
            </Container>
            {series.looks.map((looks) => (
              <HealthLooks key={looks.part} {...looks} />
            ))}
          </SpaceBetween>
        );
      }}
    </QueryView>
  );
}
