import { hashToken } from '../../../domain/secrets.js';
import { valuesOf, type Check, type CheckSection, type Located } from './check.js';
import { checkOwnership } from './check-keys.js';
import { checkReference } from './check-reference.js';

/** An address or a token belongs to one user. Three round trips, and two for references not known yet. */
export const checkUsers: CheckSection<'users'> = async (check, located) => {
  const ids = valuesOf(located, (entry) => entry.id);
  const owners = await check.deps.stores.fleetLookup.owners('users', ids);
  await checkOwnership(check, 'users', located, owners);
  await checkGrants(check, located);
  await checkEmails(check, located);
  await checkTokens(check, located);
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
  const stored = await check.deps.stores.fleetLookup.userIds(emails);
  for (const { path, entry } of located) {
    if (entry.email === undefined) continue;
    const holder = stored.get(entry.email);
    const isOthers = holder !== undefined && holder !== entry.id;
    if (!check.addKey('email', entry.email) || isOthers) {
      check.faults.add(`${path}.email`, 'is the address of another user');
    }
  }
}

async function checkTokens(check: Check, located: readonly Located<'users'>[]): Promise<void> {
  const hashed = located.flatMap(({ path, entry: { id, access_token: token } }) =>
    token === undefined ? [] : [{ path, id, hash: hashToken(token) }],
  );
  if (hashed.length === 0) return;
  const stored = await check.deps.stores.fleetLookup.tokenHolders(hashed.map(({ hash }) => hash));
  for (const { path, id, hash } of hashed) {
    const holder = stored.get(hash);
    const isOthers = holder !== undefined && holder !== id;
    if (!check.addKey('token', hash) || isOthers) {
      check.faults.add(`${path}.access_token`, 'is the token of another user');
    }
  }
}
