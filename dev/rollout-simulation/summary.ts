import type { Rule, RunResult } from './run.js';
import type { Verdict } from './thresholds.js';
import { RULES } from './run.js';
import { isHarmless, SCENARIOS } from './scenarios.js';

/** The table of docs/rollouts.md, in Markdown; with a row of each rule that was run. */
export function summarise(results: readonly RunResult[]): string {
  const rules = RULES.filter((rule) => results.some((result) => result.rules[rule]));
  const lines = [
    '| scenario | rule | runs | paused | by | minutes to the pause: median, 95 % | devices harmed: median, 95 % |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const rule of rules) {
    for (const name of SCENARIOS) {
      const own = results.filter(({ scenario }) => scenario === name);
      if (own.length > 0) lines.push(rowOf(name, rule, own, isHarmless(name)));
    }
    const harmless = results.filter(({ scenario }) => isHarmless(scenario));
    if (harmless.length > 0) lines.push(rowOf('all harmless', rule, harmless, true));
  }
  return lines.join('\n');
}

function rowOf(name: string, rule: Rule, results: readonly RunResult[], harmless: boolean): string {
  // A bad release that no device was offered that it makes sick harms none.
  const verdicts = results.flatMap(({ rules }) => rules[rule] ?? []).filter(isTried(harmless));
  const paused = verdicts.filter(({ by }) => by !== null);
  const minutes = quantiles(paused.flatMap((verdict) => verdict.minutes ?? []));
  const harmed = harmless ? '-' : quantiles(verdicts.map((verdict) => verdict.harmed));
  const cells = [name, rule, verdicts.length, percent(paused.length, verdicts.length), gatesOf(paused)];
  return `| ${[...cells, harmless ? '-' : minutes, harmed].join(' | ')} |`;
}

function isTried(harmless: boolean): (verdict: Verdict) => boolean {
  return ({ offered, harmed }) => offered > 0 && (harmless || harmed > 0);
}

/** Which gates have paused how many rollouts. */
function gatesOf(paused: readonly Verdict[]): string {
  const counts = new Map<string, number>();
  for (const { by } of paused) if (by !== null) counts.set(by, (counts.get(by) ?? 0) + 1);
  const shown = [...counts].map(([by, count]) => `${by.replace('_gate', '')} ${count}`);
  return shown.length === 0 ? '-' : shown.join(', ');
}

function percent(part: number, of: number): string {
  return of === 0 ? '-' : `${((100 * part) / of).toFixed(1)} %`;
}

function quantiles(values: readonly number[]): string {
  if (values.length === 0) return '-';
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return `${at(0.5)}, ${at(0.95)}`;
}
