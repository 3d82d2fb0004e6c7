import type { FuzzResult } from './run-fuzz.js';

/** A readable summary of the requests, statuses and faults. */
export function summaryOf({ sent, byOperation, byStatus, faults }: FuzzResult, seed: number): string {
  const failed = [...byStatus].filter(([status]) => /^5/.test(status));
  const lines = (counts: ReadonlyMap<string, number>): string[] =>
    [...counts]
      .sort(([left], [right]) => left.localeCompare(right))
      .map(([name, number]) => `  ${String(number).padStart(7)}  ${name}`);
  return [
    `Fuzz: ${sent} requests, seed ${seed}`,
    'by operation:',
    ...lines(byOperation),
    'by status:',
    ...lines(byStatus),
    `5xx: ${failed.reduce((sum, [, number]) => sum + number, 0)}, faults: ${faults.length}`,
    ...faults
      .slice(0, 20)
      .flatMap(({ seed: made, problem, request, answer }) => [
        `- ${problem} (seed ${made})`,
        `    ${request}`,
        `    ${answer}`,
      ]),
  ].join('\n');
}
