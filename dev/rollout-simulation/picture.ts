import { SimulatedRun } from './run.js';
import { scenarioOf, type ScenarioName } from './scenarios.js';

interface LoggedLook {
  readonly counts: {
    readonly sick: number;
    readonly treated: number;
    readonly control_sick: number;
    readonly control: number;
  };
}

/** The share of sick devices at a look, of all parts. */
interface LookShares {
  readonly hours: number;
  readonly treated: number;
  readonly control: number;
}

const [WIDTH, HEIGHT] = [720, 260];
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 20, 36, 40];
const HOUR_MS = 3_600_000;
const UPGRADED = '#c33d69';
const OTHERS = '#0972d3';

/** The looks of a simulated rollout as an SVG image: sick shares of upgraded and of other devices over time. */
export async function pictureOf(seed: number, name: ScenarioName): Promise<string> {
  const scenario = scenarioOf(seed, name);
  const run = new SimulatedRun(scenario, scenario.settings);
  const { state, stateReason } = await run.run();
  const start = run.service.dateOf(0).getTime();
  const hoursOf = (at: Date): number => (at.getTime() - start) / HOUR_MS;
  const byTime = new Map<number, LoggedLook['counts'][]>();
  for (const { at, action, after } of run.memory.events) {
    if (action !== 'rollout.health_look') continue;
    const hours = hoursOf(at);
    byTime.set(hours, [...(byTime.get(hours) ?? []), (after as LoggedLook).counts]);
  }
  const looks = [...byTime].map(([hours, counts]): LookShares => {
    const sum = (field: keyof LoggedLook['counts']): number =>
      counts.reduce((total, each) => total + each[field], 0);
    return {
      hours,
      treated: (100 * sum('sick')) / Math.max(1, sum('treated')),
      control: (100 * sum('control_sick')) / Math.max(1, sum('control')),
    };
  });
  const stages = run.memory.events.flatMap(({ at, action }) =>
    action === 'rollout.stage.bound' ? [hoursOf(at)] : [],
  );
  const sign = state === 'Paused' ? String(stateReason?.['sign'] ?? stateReason?.['gate']) : null;
  return draw(looks, stages, { title: `${name}, seed ${seed}`, sign });
}

function draw(
  looks: readonly LookShares[],
  stages: readonly number[],
  { title, sign }: { readonly title: string; readonly sign: string | null },
): string {
  const end = Math.max(1, looks.at(-1)?.hours ?? 1);
  const most = Math.ceil(Math.max(10, ...looks.flatMap((look) => [look.treated, look.control])) / 10) * 10;
  const x = (hours: number): string => (LEFT + ((WIDTH - LEFT - RIGHT) * hours) / end).toFixed(1);
  const y = (share: number): string =>
    (HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * share) / most).toFixed(1);
  const line = (group: 'treated' | 'control', colour: string): string => {
    const points = looks.map((look) => `${x(look.hours)},${y(look[group])}`).join(' ');
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`;
  };
  const text = (left: string | number, top: string | number, words: string, more = ''): string =>
    `<text x="${left}" y="${top}" ${more}>${words}</text>`;
  const shares = [0, most / 2, most];
  const step = end > 12 ? 6 : 1;
  const hours = Array.from({ length: Math.floor(end / step) + 1 }, (_, at) => at * step);
  const last = looks.at(-1);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>Sick shares at the looks of a simulated rollout: ${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    ...shares.map(
      (share) =>
        `<path d="M${LEFT} ${y(share)}H${WIDTH - RIGHT}" stroke="#d5dbdb"/>${text(LEFT - 6, y(share), `${share} %`, 'text-anchor="end" dy="4"')}`,
    ),
    ...hours.map((hour) => text(x(hour), HEIGHT - BOTTOM + 18, `${hour} h`, 'text-anchor="middle"')),
    ...stages.map(
      (hour, at) =>
        `<path d="M${x(hour)} ${TOP}V${HEIGHT - BOTTOM}" stroke="#879596" stroke-dasharray="3 4"/>${text(x(hour), TOP - 6, String(at + 1), 'text-anchor="middle" fill="#545b64"')}`,
    ),
    line('control', OTHERS),
    line('treated', UPGRADED),
    ...(sign !== null && last
      ? [
          `<circle cx="${x(last.hours)}" cy="${y(last.treated)}" r="5" fill="${UPGRADED}"/>`,
          text(
            x(last.hours),
            y(last.treated),
            `paused: ${sign}`,
            'text-anchor="end" dx="-10" dy="4" font-weight="bold"',
          ),
        ]
      : []),
    text(LEFT, HEIGHT - 6, 'upgraded devices', `fill="${UPGRADED}"`),
    text(LEFT + 110, HEIGHT - 6, 'others', `fill="${OTHERS}"`),
    text(LEFT + 160, HEIGHT - 6, 'dashed: a stage begins', 'fill="#545b64"'),
    '</svg>',
    '',
  ].join('\n');
}
