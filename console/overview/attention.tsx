import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { RouteLink } from '../components/route-link';
import { listPath, type Overview } from './overview';

type Kind = Overview['attention'][number]['kind'];

interface KindText {
  readonly list: '/devices' | '/rollouts';
  readonly one: string;
  readonly many: string;
}

const KINDS: Readonly<Record<Kind, KindText>> = {
  devices_down: { list: '/devices', one: 'device is down', many: 'devices are down' },
  devices_never_heard: {
    list: '/devices',
    one: 'device has never been heard',
    many: 'devices have never been heard',
  },
  devices_unassigned: { list: '/devices', one: 'device has no network', many: 'devices have no network' },
  configuration_failed: {
    list: '/devices',
    one: 'device could not apply its configuration',
    many: 'devices could not apply their configurations',
  },
  configuration_rolled_back: {
    list: '/devices',
    one: 'device went back to its configuration before',
    many: 'devices went back to their configurations before',
  },
  configuration_drifted: {
    list: '/devices',
    one: 'device has drifted from its configuration',
    many: 'devices have drifted from their configurations',
  },
  configuration_held: {
    list: '/devices',
    one: 'device waits for a held change',
    many: 'devices wait for held changes',
  },
  configuration_left_out: {
    list: '/devices',
    one: 'device has an incomplete configuration',
    many: 'devices have incomplete configurations',
  },
  rollouts_paused: { list: '/rollouts', one: 'rollout is paused', many: 'rollouts are paused' },
};

/** What needs attention, each with its list. */
export function Attention({ overview: { attention } }: { readonly overview: Overview }) {
  return (
    <Container header={<Header variant="h2">Needs attention</Header>}>
      {attention.length === 0 ? (
        <StatusIndicator type="success">Nothing needs attention</StatusIndicator>
      ) : (
        <ul className="plain-list">
          {attention.map(({ kind, count, filter }) => (
            <li key={kind + JSON.stringify(filter)}>
              <StatusIndicator type="warning">
                <Finding kind={kind} count={count} filter={filter} />
              </StatusIndicator>
            </li>
          ))}
        </ul>
      )}
    </Container>
  );
}

/** A count with the list of what it counts; without a filter there is no such list. */
function Finding({ kind, count, filter }: Overview['attention'][number]) {
  const { list, one, many } = KINDS[kind];
  const text = `${count.toLocaleString()} ${count === 1 ? one : many}`;
  return Object.keys(filter).length === 0 ? text : <RouteLink to={listPath(list, filter)}>{text}</RouteLink>;
}
