import { FAULTS, HARMLESS_FAULTS } from './faults.js';
import { RULES, type Rule, type RunResult } from './run.js';

interface Row {
  readonly name: string;
  readonly of: (result: RunResult) => boolean;
}

const HARMLESS: Row = { name: 'harmless', of: ({ kind }) => kind === 'harmless' };
const BAD: readonly Row[] = [0.05, 0.1, 0.2, 0.5].map((share) => ({
  name: `${share * 100} % sick`,
  of: (result) => result.kind === 'sick' && result.share === share,
}));
const TWO_HUNDRED: Row = { name: '20 % sick of 200', of: ({ kind }) => kind === 'two hundred' };

/** The table of docs/rollouts.md, in Markdown. */
export function summarise(results: readonly RunResult[]): string {
  return [...falsePauses(results), '', ...detections(results)].join('\n');
}

/** The table of the faults. */
export function summariseFaults(results: readonly RunResult[]): string {
  const lines = [
    '| fault | runs | paused | minutes to the pause: median, 95 % | devices harmed: median, 95 % |',
    '|---|---|---|---|---|',
  ];
  for (const fault of FAULTS) {
    const own = results.filter((result) => result.fault === fault).map(({ rules }) => rules.gates);
    const paused = own.filter(({ by }) => by !== null);
    const minutes = quantiles(paused.flatMap((verdict) => verdict.minutes ?? []));
    const harmed = HARMLESS_FAULTS.includes(fault) ? '-' : quantiles(own.map((verdict) => verdict.harmed));
    lines.push(
      `| ${fault} | ${own.length} | ${percent(paused.length, own.length)} | ${minutes} | ${harmed} |`,
    );
  }
  return lines.join('\n');
}

function falsePauses(results: readonly RunResult[]): string[] {
  const harmless = results.filter(HARMLESS.of);
  const share = (rule: Rule, by: string): string => {
    const paused = harmless.filter(({ rules }) => rules[rule].by === by).length;
    return `${percent(paused, harmless.length)} (${paused})`;
  };
  return [
    '| harmless release | runs | paused |',
    '|---|---|---|',
    `| health gate | ${harmless.length} | ${share('gates', 'health_gate')} |`,
    `| failure gate | ${harmless.length} | ${share('gates', 'failure_gate')} |`,
    `| threshold on reported failures | ${harmless.length} | ${share('reported failures', 'reported failures')} |`,
    `| threshold on the sick share | ${harmless.length} | ${share('sick share', 'sick share')} |`,
  ];
}

function detections(results: readonly RunResult[]): string[] {
  const lines = [
    '| bad release | rule | runs | missed | minutes to the pause: median, 95 % | devices harmed: median, 95 % |',
    '|---|---|---|---|---|---|',
  ];
  for (const { name, of } of [...BAD, TWO_HUNDRED]) {
    const own = results.filter((result) => of(result) && result.rules.gates.offered > 0);
    for (const rule of RULES) {
      const verdicts = own.map(({ rules }) => rules[rule]);
      const missed = verdicts.filter(({ by }) => by === null).length;
      const minutes = verdicts.flatMap((verdict) => verdict.minutes ?? []);
      const harmed = verdicts.map((verdict) => verdict.harmed);
      const shown = RULE_NAMES[rule];
      lines.push(
        `| ${name} | ${shown} | ${own.length} | ${percent(missed, own.length)} | ${quantiles(minutes)} | ${quantiles(harmed)} |`,
      );
    }
  }
  return lines;
}

const RULE_NAMES: Readonly<Record<Rule, string>> = {
  gates: 'gates',
  'reported failures': 'threshold on reported failures',
  'sick share': 'threshold on the sick share',
};

function percent(part: number, of: number): string {
  return of === 0 ? '-' : `${((100 * part) / of).toFixed(1)} %`;
}

function quantiles(values: readonly number[]): string {
  if (values.length === 0) return '-';
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return `${at(0.5)}, ${at(0.95)}`;
}
