import { CLI } from '../../shared/audit/domain/audit-entry.js';
import type { Env } from '../../shared/platform/env/env.js';
import { emailText } from '../../shared/platform/values/email.js';
import { newToken } from '../../shared/platform/values/secrets.js';
import { SHORTEST_PASSWORD } from '../../shared/access/operations/judge-password.js';
import { hashPassword } from '../../shared/access/operations/password.js';
import type { AccountRef, Change } from '../../shared/access/stores/credential-store.js';
import { isUser, type Account } from '../../shared/access/stores/account.js';
import { fitting, text, UsageError, type CliContext, type CliOptions } from './command.js';

/** @throws UsageError when --email is not an address */
export function email(options: CliOptions): string {
  return fitting('email', emailText, text(options, 'email'));
}

/** The password of AIRFLEET_PASSWORD, or a new one that is shown once. @throws UsageError when it is too short */
export async function newPassword({ newUserPassword: given }: Env): Promise<{ hash: string; shown: string }> {
  if (given !== null && given.length < SHORTEST_PASSWORD) {
    throw new UsageError(`AIRFLEET_PASSWORD must have at least ${SHORTEST_PASSWORD} characters`);
  }
  const password = given ?? newToken().slice(0, 20);
  return { hash: await hashPassword(password), shown: given === null ? `, password ${password}` : '' };
}

/** The user or operator of --email. @throws UsageError when there is none */
export async function findAccount({ stores }: CliContext, options: CliOptions): Promise<Account> {
  const address = email(options);
  const account = await stores.sessions.findByEmail(address);
  if (!account) throw new UsageError(`There is no user or operator ${address}`);
  return account;
}

export function refOf(account: Account): AccountRef {
  return { userId: account._id, organisationId: isUser(account) ? account.organisationId : null };
}

/** Clears the session cache of every API. */
export async function announceRevocation({ changeAccessEpoch, print }: CliContext): Promise<void> {
  if (!(await changeAccessEpoch())) print('Redis does not answer: APIs may accept it for two more seconds');
}

/** The author of changes on the command line, for the audit log. */
export function byCli({ now }: CliContext): Change {
  return { author: CLI, at: now() };
}
