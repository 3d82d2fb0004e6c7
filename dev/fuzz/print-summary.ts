import type { FrameResult } from './frames/run-frames.js';
import type { FuzzResult } from './run-fuzz.js';

/** A readable summary of the requests, statuses and faults. */
export function summaryOf({ sent, byOperation, byStatus, faults }: FuzzResult, seed: number): string {
  const failed = [...byStatus].filter(([status]) => /^5/.test(status));
  return [
    `Fuzz: ${sent} requests, seed ${seed}`,
    'by operation:',
    ...linesOf(byOperation),
    'by status:',
    ...linesOf(byStatus),
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

/** What was sent to a gateway, and what became of it by its own counts. */
export function frameSummaryOf(
  { sent, connections, byKind, byEnd, faults }: FrameResult,
  seed: number,
  { frames, closes }: { readonly frames: Counts; readonly closes: Counts },
): string {
  return [
    `Fuzz: ${sent} messages over ${connections} connections, seed ${seed}`,
    'by what is wrong with them:',
    ...linesOf(byKind),
    'by what the gateway does with them:',
    ...linesOf(frames),
    'connections by their end:',
    ...linesOf(byEnd),
    'and by the reason of the gateway:',
    ...linesOf(closes),
    `faults: ${faults.length}`,
    ...faults.slice(0, 20),
  ].join('\n');
}

type Counts = ReadonlyMap<string, number>;

function linesOf(counts: Counts): string[] {
  return [...counts]
    .sort(([left], [right]) => left.localeCompare(right))
    .map(([name, number]) => `  ${String(number).padStart(7)}  ${name}`);
}
