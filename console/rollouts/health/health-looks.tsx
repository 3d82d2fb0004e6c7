import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Schema } from '../../api/answer';
import { OverTime } from '../../charts/over-time';
import { Choice } from '../../components/choice';
import { SIGNS } from './signs';

type Look = Schema<'RolloutLook'>;

interface PartLooks {
  readonly part: string;
  readonly points: readonly Look[];
  readonly sick: readonly { readonly upgrade_id: number; readonly mac_id: string; readonly sign: string }[];
}

const ANY = 'any';

/** The groups of devices that a look compares; both have the scale of the larger share. */
const GROUPS = [
  { name: 'treated', title: 'Upgraded devices', colour: '#a1208d' },
  { name: 'control', title: 'Others', colour: '#5f6b7a' },
] as const;

const percent = (value: number): string =>
  `${value.toLocaleString(undefined, { maximumFractionDigits: 1 })} %`;

/** Of one hardware part: the share of sick devices among those that are upgraded, and among the others, look by look. */
export function HealthLooks({ part, points, sick }: PartLooks) {
  const [sign, setSign] = useState<string>(ANY);
  const tested = [...new Set(points.flatMap(({ signs }) => signs.map((each) => each.sign)))];
  const compared = points.flatMap((look) => {
    const found = sign === ANY ? look : look.signs.find((each) => each.sign === sign);
    return found ? [{ at: look.at, ...sharesOf(found) }] : [];
  });
  const most = Math.max(1, ...compared.flatMap(({ treated, control }) => [treated, control]));
  const [first, last] = [compared[0], compared.at(-1)];
  return (
    <Container
      header={
        <Header
          variant="h2"
          description="Each look at the health of upgraded devices compares them with devices that are upgraded later."
        >
          Sick devices of {part}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <FormField label="Sign">
          <Choice
            value={sign}
            options={[
              { value: ANY, label: 'Any sign' },
              ...tested.map((value) => ({ value, label: SIGNS[value]?.label ?? value })),
            ]}
            onChange={setSign}
          />
        </FormField>
        {first && last && (
          <>
            {GROUPS.map(({ name, title, colour }) => (
              <OverTime
                key={name}
                label={`Share of sick devices of ${part} over time: ${title}`}
                yTitle="Sick (%)"
                titles={[title]}
                colours={[colour]}
                points={compared.map(({ at, [name]: share }) => ({ at, values: [share] }))}
                deaf={[]}
                from={new Date(first.at)}
                to={new Date(last.at)}
                least={most}
                format={percent}
              />
            ))}
          </>
        )}
        {sick.length > 0 && <SickDevices sick={sick} />}
      </SpaceBetween>
    </Container>
  );
}

/** Devices that the last look has found sick. */
function SickDevices({ sick }: Pick<PartLooks, 'sick'>) {
  return (
    <ul>
      {sick.map(({ upgrade_id: id, mac_id: mac, sign }) => (
        <li key={id}>
          {mac} {SIGNS[sign]?.one ?? 'is sick'}
        </li>
      ))}
    </ul>
  );
}

/** In percent; 0 of no devices. */
function sharesOf({ treated, control }: Pick<Look, 'treated' | 'control'>) {
  const share = ({ sick, devices }: Look['treated']): number => (devices === 0 ? 0 : (100 * sick) / devices);
  return { treated: share(treated), control: share(control) };
}
