import { reencryptAll, type Reencryption } from '../../../platform/mongo/reencrypt.js';
import { decryptText, encryptText, isCurrentlyEncrypted } from '../../../platform/values/encrypt.js';
import type { AccessDeps } from '../../deps.js';
import { factorContext } from '../../domain/factor-proof.js';
import type { HolderKind, ReplacedFactor } from '../../stores/encrypted-factor-store.js';

/** Re-encrypts the secrets of the second factors of users, or of operators, that are not encrypted with the newest key. */
export function reencryptFactors(
  { stores: { encryptedFactors }, env: { encryptionKeys } }: Pick<AccessDeps, 'stores' | 'env'>,
  kind: HolderKind,
): Promise<Reencryption> {
  return reencryptAll(
    (afterId) => encryptedFactors.after(kind, afterId),
    async (holders, countUnreadable) => {
      const replaced = holders.flatMap((holder) =>
        (holder.secondFactors ?? []).flatMap((read): ReplacedFactor[] => {
          if (read.kind !== 'totp' || isCurrentlyEncrypted(encryptionKeys, read.secret)) return [];
          const account = { userId: holder._id, organisationId: holder.organisationId ?? null };
          const context = factorContext(account, read.id);
          try {
            const secret = decryptText(encryptionKeys, context, read.secret);
            return [{ holder, read, secret: encryptText(encryptionKeys, context, secret) }];
          } catch {
            countUnreadable(read.secret.keyId);
            return [];
          }
        }),
      );
      const reencrypted = await encryptedFactors.replace(kind, replaced);
      return { reencrypted, conflicts: replaced.length - reencrypted };
    },
  );
}
