import type { PartialEntry } from '../domain/read-entry.js';
import { hashToken } from '../../platform/values/secrets.js';
import type { Check, Located } from './check.js';

/** A fault for a token that another user or operator has. One round trip. @param holderOf whose token an entry brings */
export async function checkTokens<Name extends 'users' | 'operators'>(
  check: Check,
  located: readonly Located<Name>[],
  holderOf: (entry: PartialEntry<Name>) => { userId: number | undefined; isOperator: boolean },
): Promise<void> {
  const hashed = located.flatMap(({ path, entry }) => {
    const { access_token: token, access_tokens: backedUp = [] } = entry;
    const clear =
      token === undefined ? [] : [{ path: `${path}.access_token`, entry, hash: hashToken(token) }];
    const hashes = backedUp.map(({ hash }, index) => {
      return { path: `${path}.access_tokens[${index}].hash`, entry, hash };
    });
    return [...clear, ...hashes];
  });
  if (hashed.length === 0) return;
  const stored = await check.deps.stores.fleetLookup.tokenHolders(hashed.map(({ hash }) => hash));
  for (const { path, entry, hash } of hashed) {
    const holder = stored.get(hash);
    const { userId, isOperator } = holderOf(entry);
    const isOthers = holder !== undefined && (holder.userId !== userId || holder.isOperator !== isOperator);
    if (!check.addKey('token', hash) || isOthers) {
      check.faults.add(path, 'is the token of another user');
    }
  }
}
