import { maxHeaderSize } from 'node:http';
import { MARK } from './fuzz-fleet.js';
import type { FuzzRequest } from './fuzz-request.js';
import type { FuzzAnswer } from './send-request.js';

export const SLOW_MS = 2000;
const LIMIT_BYTES = 1024 * 1024;

/**
 * The problems of an answer, independent of the operation; empty when there are none. `runFuzz` checks its duration.
 */
export function judgeAnswer(asked: FuzzRequest, { status, type, text }: FuzzAnswer): string[] {
  if (status === null) {
    // The service closes the connection of a request that is too large before reading all of it.
    const isTooLong = (asked.body?.length ?? 0) > LIMIT_BYTES || headLength(asked) > maxHeaderSize;
    return isTooLong ? [] : ['no answer'];
  }
  const problems = status >= 500 ? [`status ${status}`] : [];
  const foreign = [...text.matchAll(MARK)].filter(([, org]) => Number(org) !== asked.org);
  if (foreign.length > 0)
    problems.push(`shows ${foreign[0]?.[0] ?? ''} to organisation ${asked.org ?? 'none'}`);
  if (type.startsWith('application/json') && !isJson(text)) problems.push('invalid JSON');
  return problems;
}

function headLength({ path, headers }: FuzzRequest): number {
  return path.length + Object.entries(headers).join().length;
}

/** Whether the text begins like JSON; the headers follow the body in it. */
function isJson(text: string): boolean {
  return text === '' || /^[{[]/.test(text);
}
