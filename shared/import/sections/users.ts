import Joi from 'joi';
import { ROLES, type NetworkGrant, type Role } from '../../access/domain/access.js';
import { toEntry } from '../domain/entry.js';
import type { UserRecord } from '../../access/models/user.js';
import { grantList } from '../../access/domain/user-fields.js';
import { emailText } from '../../platform/values/email.js';
import { flag, id, time } from '../domain/fields.js';
import { valuesOf, type CheckContext, type Located } from './check-context.js';
import {
  checkTokens,
  credentialEntry,
  credentialFields,
  upsertHolders,
  type CredentialEntry,
} from './credentials.js';
import { pages } from './export-context.js';
import { checkLinks, nextLink, ssoLink, type SsoLinkEntry } from './sso-links.js';
import type { FleetSection } from './section.js';
import { countsOf } from './write-context.js';

export interface UserEntry extends CredentialEntry, SsoLinkEntry {
  email: string;
  role: Role;
  tier?: 1 | 2;
  networks?: 'all' | NetworkGrant[];
  manage_inventory?: boolean;
  sees_unreleased?: boolean;
  last_sign_in_at?: Date;
}

export const users: FleetSection<UserEntry> = {
  schema: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    email: emailText.required(),
    role: Joi.valid(...ROLES).required(),
    tier: Joi.valid(1, 2),
    networks: Joi.alternatives().conditional(Joi.array(), {
      then: grantList,
      otherwise: Joi.valid('all').messages({ 'any.only': 'must be "all" or a list of networks' }),
    }),
    manage_inventory: flag,
    sees_unreleased: flag,
    last_sign_in_at: time,
    sso: ssoLink,
    ...credentialFields,
  }),
  sequence: 'users',

  async check(context, located) {
    await context.ownership('users', 'users', located);
    await checkGrants(context, located);
    await checkEmails(context, located);
    await checkLinks(context, located);
    await checkTokens(context, located, (entry) => ({ userId: entry.id, isOperator: false }));
  },

  async write(context, entries) {
    const holderOf = ({ id: userId, organisation_id: organisationId }: UserEntry) => ({
      userId,
      organisationId,
    });
    const written = await upsertHolders(context, 'users', entries, holderOf, (entry, existing) => {
      const { tier, networks, manage_inventory: manageInventory, sees_unreleased: seesUnreleased } = entry;
      const { id: _id, organisation_id: organisationId, email: address, role } = entry;
      const granted = networks === 'all' ? null : networks;
      return {
        _id,
        organisationId,
        email: address,
        role,
        tier: tier ?? existing?.tier ?? 1,
        networks: granted === undefined ? (existing?.networks ?? null) : granted,
        manageInventory: manageInventory ?? existing?.manageInventory ?? false,
        seesUnreleased: seesUnreleased ?? existing?.seesUnreleased ?? false,
        ...lastSignIn(entry, existing),
        ...nextLink(entry, existing),
      };
    });
    return countsOf(written);
  },

  async *export(context) {
    for await (const records of pages(context, 'users')) {
      const tokens = await context.deps.stores.fleetExport.tokens(records, context.at);
      yield records.map((user) => ({
        ...toEntry(
          ['id', 'organisation_id', 'email', 'role', 'tier', 'manage_inventory', 'sees_unreleased'],
          user,
        ),
        networks: user.networks?.map(({ id: networkId, access }) => ({ id: networkId, access })) ?? 'all',
        ...(user.lastSignInAt ? { last_sign_in_at: user.lastSignInAt } : {}),
        ...nextLink({}, user),
        ...credentialEntry(context, user, tokens),
      }));
    }
  },
};

/** The later of the stored time and that of a backup. */
function lastSignIn({ last_sign_in_at: backedUp }: UserEntry, existing: UserRecord | null) {
  const stored = existing?.lastSignInAt;
  const last = backedUp && (!stored || backedUp > stored) ? backedUp : stored;
  return last ? { lastSignInAt: last } : {};
}

async function checkGrants(context: CheckContext, located: readonly Located<UserEntry>[]): Promise<void> {
  const { networks } = context.known;
  const grants = located.flatMap(
    ({ path, entry: { networks: granted = 'all', organisation_id: organisationId } }) =>
      granted === 'all'
        ? []
        : granted.map((one, index) => ({
            path: `${path}.networks[${index}].id`,
            id: one.id,
            organisationId,
          })),
  );
  await networks.load(grants.map((one) => one.id));
  for (const one of grants) context.reference('network', one, networks.get(one.id));
}

async function checkEmails(context: CheckContext, located: readonly Located<UserEntry>[]): Promise<void> {
  const emails = valuesOf(located, (entry) => entry.email);
  const { fleetLookup } = context.deps.stores;
  const stored = await fleetLookup.idsByEmail('users', emails);
  const operators = await fleetLookup.idsByEmail('operators', emails);
  for (const { path, entry } of located) {
    if (entry.email === undefined) continue;
    const holder = stored.get(entry.email);
    const isOthers = (holder !== undefined && holder !== entry.id) || operators.has(entry.email);
    if (!context.addKey('email', entry.email) || isOthers) {
      context.faults.add(`${path}.email`, 'is the address of another user');
    }
  }
}
