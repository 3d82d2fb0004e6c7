import { hashToken } from '../../../domain/secrets.js';
import type { Check, CheckSection, Located } from './check.js';
import { checkOwnership, checkReference } from './check-ownership.js';

/** An address or a token belongs to one user. Three round trips, and two for references not known yet. */
export const checkUsers: CheckSection<'users'> = async (check, located) => {
  const { fleetLookup } = check.deps.stores;
  const owners = await fleetLookup.owners(
    'users',
    located.map(({ entry }) => entry.id),
  );
  await checkOwnership(check, 'users', located, owners);
  await checkGrants(check, located);

  const byEmail = await fleetLookup.userIds(located.map(({ entry }) => entry.email));
  for (const { path, entry } of located) {
    const other = byEmail.get(entry.email) ?? entry.id;
    if (!check.addKey('email', entry.email) || other !== entry.id) {
      check.faults.add(`${path}.email`, 'is the address of another user');
    }
  }

  const hashes = new Map(
    located.flatMap(({ path, entry }) =>
      entry.access_token === undefined ? [] : [[path, hashToken(entry.access_token)]],
    ),
  );
  const holders = await fleetLookup.tokenHolders([...hashes.values()]);
  for (const { path, entry } of located) {
    const hash = hashes.get(path);
    if (hash === undefined) continue;
    const holder = holders.get(hash) ?? entry.id;
    if (!check.addKey('token', hash) || holder !== entry.id) {
      check.faults.add(`${path}.access_token`, 'is the token of another user');
    }
  }
};

async function checkGrants(check: Check, located: readonly Located<'users'>[]): Promise<void> {
  const { networks } = check.known;
  const grants = located.flatMap(({ path, entry }) =>
    entry.networks === undefined || entry.networks === 'all'
      ? []
      : entry.networks.map(({ id }, index) => ({
          path: `${path}.networks[${index}].id`,
          id,
          organisationId: entry.organisation_id,
        })),
  );
  await networks.load(grants.map(({ id }) => id));
  for (const { path, id, organisationId } of grants) {
    checkReference(check, path, 'network', id, organisationId, networks.get(id));
  }
}
