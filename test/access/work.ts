import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { ApiDeps } from '../../api/deps.js';
import type { Reply } from '../fixtures/api.js';
import { countRoundTrips } from '../fixtures/queries/round-trips.js';

/** An answer, and what it took: an attacker who measures time sees the same for every account. */
export interface Work {
  readonly status: number;
  readonly text: string;
  readonly commands: string[];
  readonly scryptRuns: number;
}

/** Sends a request, and counts its store commands, which may arrive in any order, and its runs of scrypt. */
export async function workOf(deps: Pick<ApiDeps, 'mongo'>, send: () => Promise<Reply>): Promise<Work> {
  const { scrypt } = crypto;
  let scryptRuns = 0;
  const counted = (...values: Parameters<typeof scrypt>): void => {
    scryptRuns += 1;
    scrypt(...values);
  };
  crypto.scrypt = counted as typeof scrypt;
  syncBuiltinESMExports();
  try {
    const { result, commands } = await countRoundTrips(deps, send);
    return { status: result.status, text: result.text, commands: commands.sort(), scryptRuns };
  } finally {
    crypto.scrypt = scrypt;
    syncBuiltinESMExports();
  }
}
