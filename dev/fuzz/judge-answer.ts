import { maxHeaderSize } from 'node:http';
import { MARK } from './fuzz-fleet.js';
import type { FuzzRequest } from './fuzz-request.js';
import type { FuzzAnswer } from './send-request.js';

export const SLOW_MS = 2000;
const LIMIT_BYTES = 1024 * 1024;

/** What is wrong with an answer, whatever was asked; empty when nothing is. How long it took is judged elsewhere. */
export function judgeAnswer(asked: FuzzRequest, { status, type, text }: FuzzAnswer): string[] {
  if (status === null) {
    // The connection of what is refused unread is closed under the sender's hands.
    const isTooLong = (asked.body?.length ?? 0) > LIMIT_BYTES || headLength(asked) > maxHeaderSize;
    return isTooLong ? [] : ['no answer'];
  }
  const problems = status >= 500 ? [`status ${status}`] : [];
  const foreign = [...text.matchAll(MARK)].filter(([, org]) => Number(org) !== asked.org);
  if (foreign.length > 0)
    problems.push(`shows ${foreign[0]?.[0] ?? ''} to organisation ${asked.org ?? 'none'}`);
  if (type.startsWith('application/json') && !isJson(text)) problems.push('JSON that is none');
  return problems;
}

function headLength({ path, headers }: FuzzRequest): number {
  return path.length + Object.entries(headers).join().length;
}

/** The headers stand behind the body. */
function isJson(text: string): boolean {
  return text === '' || /^[{[]/.test(text);
}
