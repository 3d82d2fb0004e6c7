import Alert from '@cloudscape-design/components/alert';
import { deviceCount } from '../../components/device-count';
import { RouteLink } from '../../components/route-link';
import { exampleText } from './failure-findings';
import { stateReason, type Rollout } from '../rollout';
import { useSickLooks } from './sick-looks';

/**
 * Devices that the last looks at their health found sick: those that count now, unless a gate has paused the rollout
 * because of them, and those of parts that were left out since.
 */
export function SickAlert({ rollout }: { readonly rollout: Rollout }) {
  const looks = useSickLooks(rollout);
  const leftOut = looks.map(({ part }) => part).filter((part) => rollout.exclude.includes(`part:${part}`));
  const count = isExplained(rollout) ? 0 : sickCount(rollout);
  if (count === 0 && leftOut.length === 0) return null;
  const shown = count > 0 ? looks : looks.filter(({ part }) => leftOut.includes(part));
  const path = `/rollouts/${rollout.id}/history`;
  return (
    <Alert type="warning" header={count > 0 ? isSick(count) : wereSick(leftOut)}>
      <ul className="plain-list">
        {shown.flatMap(({ part, sick }) =>
          sick.map((device) => (
            <li key={device.upgrade_id}>
              {exampleText(device)} (part {part})
            </li>
          )),
        )}
      </ul>
      A sick device stays on the new version, also where its part is left out by now. A rollback returns
      upgraded devices to their previous version. <RouteLink to={path}>Health over time</RouteLink>
    </Alert>
  );
}

function sickCount({ progress }: Rollout): number {
  return progress ? progress.sick.success + progress.sick.in_flight : 0;
}

function isExplained(rollout: Rollout): boolean {
  const { gate } = stateReason(rollout) ?? {};
  return rollout.state === 'Paused' && (gate === 'failure_gate' || gate === 'health_gate');
}

const isSick = (count: number): string =>
  `${deviceCount(count)} of this rollout ${count === 1 ? 'is' : 'are'} sick`;

const wereSick = (parts: readonly string[]): string =>
  parts.length === 1
    ? `Devices of part ${parts[0]} were sick when it was left out`
    : `Devices of parts ${parts.join(', ')} were sick when they were left out`;
