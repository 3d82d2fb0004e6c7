import { valuesOf, type CheckSection } from './check.js';
import { checkTokens } from './check-tokens.js';

/** An address belongs to one user or operator. At most three round trips. */
export const checkOperators: CheckSection<'operators'> = async (check, located) => {
  const { fleetLookup } = check.deps.stores;
  const emails = valuesOf(located, (entry) => entry.email);
  const users = await fleetLookup.userIds(emails);
  for (const { path, entry } of located) {
    if (entry.email === undefined) continue;
    if (!check.addKey('email', entry.email) || users.has(entry.email)) {
      check.faults.add(`${path}.email`, 'is the address of another user');
    }
  }
  const ids = await fleetLookup.operatorIds(emails);
  await checkTokens(check, located, ({ email }) => ({
    userId: email === undefined ? undefined : ids.get(email),
    isOperator: true,
  }));
};
