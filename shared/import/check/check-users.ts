import { valuesOf, type Check, type CheckSection, type Located } from './check.js';
import { checkOwnership } from './check-keys.js';
import { checkReference } from './check-reference.js';
import { checkTokens } from './check-tokens.js';

/** An address or a token belongs to one user. Four round trips, and two for references not known yet. */
export const checkUsers: CheckSection<'users'> = async (check, located) => {
  const ids = valuesOf(located, (entry) => entry.id);
  const owners = await check.deps.stores.fleetLookup.owners('users', ids);
  await checkOwnership(check, 'users', located, owners);
  await checkGrants(check, located);
  await checkEmails(check, located);
  await checkTokens(check, located, ({ id }) => ({ userId: id, isOperator: false }));
};

async function checkGrants(check: Check, located: readonly Located<'users'>[]): Promise<void> {
  const { networks } = check.known;
  const grants = located.flatMap(({ path, entry: { networks: granted, organisation_id } }) =>
    granted === undefined || granted === 'all'
      ? []
      : granted.map(({ id }, index) => ({ path: `${path}.networks[${index}].id`, id, organisation_id })),
  );
  await networks.load(grants.map(({ id }) => id));
  for (const { path, id, organisation_id: organisationId } of grants) {
    checkReference(check, path, 'network', id, organisationId, networks.get(id));
  }
}

async function checkEmails(check: Check, located: readonly Located<'users'>[]): Promise<void> {
  const emails = valuesOf(located, (entry) => entry.email);
  const { fleetLookup } = check.deps.stores;
  const stored = await fleetLookup.userIds(emails);
  const operators = await fleetLookup.operatorIds(emails);
  for (const { path, entry } of located) {
    if (entry.email === undefined) continue;
    const holder = stored.get(entry.email);
    const isOthers = (holder !== undefined && holder !== entry.id) || operators.has(entry.email);
    if (!check.addKey('email', entry.email) || isOthers) {
      check.faults.add(`${path}.email`, 'is the address of another user');
    }
  }
}
