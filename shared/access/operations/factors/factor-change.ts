import type { ClientSession } from 'mongoose';
import type { Author } from '../../../audit/domain/audit-entry.js';
import type { AccessDeps } from '../../deps.js';
import type { AccountMailKind } from '../../domain/account-mail.js';
import type { FactorChange } from '../../stores/factor-store.js';
import type { Account } from '../../stores/account.js';
import { newAccountMail } from '../links/account-mail.js';
import type { RevocationDeps } from '../revoke-access-token.js';

export type FactorDeps = RevocationDeps & Pick<AccessDeps, 'env'>;

interface Changed {
  readonly author: Author;
  readonly action: string;
  readonly mail: Exclude<AccountMailKind, 'password_request'>;
  readonly shown?: FactorChange['shown'];
}

/** A change of the factors of an account, of which its user is mailed. */
export async function factorChange(
  deps: Pick<AccessDeps, 'stores' | 'env' | 'now'>,
  account: Account,
  { mail: kind, ...change }: Changed,
): Promise<FactorChange & Required<Pick<FactorChange, 'accompany'>>> {
  const mail = await newAccountMail(deps, account, kind);
  return {
    ...change,
    at: deps.now(),
    async accompany(session: ClientSession) {
      if (mail !== null) await deps.stores.mails.put(mail, session);
    },
  };
}
