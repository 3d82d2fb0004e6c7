import { ROLES, type NetworkGrant, type Role } from '../../../shared/access/domain/access.js';
import { grantList } from '../../../shared/access/domain/user-fields.js';
import { email, newPassword } from '../account.js';
import { fitting, id, text, UsageError, type CliCommand, type CliOptions } from '../command.js';

export const userCreate: CliCommand = {
  name: 'user create',
  summary: 'Create a user; the password is read from AIRFLEET_PASSWORD, or made and printed once',
  usage:
    '--organisation ID --email EMAIL --role super_admin|admin|operator|viewer [--tier 1|2] [--networks 1:full,2:read] [--manage-inventory] [--sees-unreleased]',
  options: {
    organisation: { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string' },
    tier: { type: 'string' },
    networks: { type: 'string' },
    'manage-inventory': { type: 'boolean' },
    'sees-unreleased': { type: 'boolean' },
  },
  async run({ stores, env, print }, options) {
    const organisationId = id(options, 'organisation');
    const user = {
      organisationId,
      email: email(options),
      role: role(text(options, 'role')),
      tier: tier(options['tier']),
      networks: grants(options['networks']),
      manageInventory: options['manage-inventory'] === true,
      seesUnreleased: options['sees-unreleased'] === true,
    };
    const password = await newPassword(env);
    if (!(await stores.admin.organisationExists(organisationId)))
      throw new UsageError(`There is no organisation ${organisationId}`);
    const granted = (user.networks ?? []).map((grant) => grant.id);
    const created = await stores.admin.createUser(
      { ...user, passwordHash: password.hash },
      async (session) => {
        if (await stores.networks.hold(organisationId, granted, session)) return;
        throw new UsageError(`--networks has a network that organisation ${organisationId} does not have`);
      },
    );
    if (created === null) throw new UsageError(`There is a user or an operator ${user.email} already`);
    print(`User ${created} created: ${user.email}${password.shown}`);
    return 0;
  },
};

function role(name: string): Role {
  const known = ROLES.find((candidate) => candidate === name);
  if (!known) throw new UsageError(`--role must be one of ${ROLES.join(', ')}`);
  return known;
}

function tier(value: CliOptions[string]): 1 | 2 {
  if (value === undefined || value === '1') return 1;
  if (value === '2') return 2;
  throw new UsageError('--tier must be 1 or 2');
}

/** `1:full,2:read`; absent means every network. */
function grants(value: CliOptions[string]): NetworkGrant[] | null {
  if (typeof value !== 'string') return null;
  const given = value.split(',').map((entry) => {
    const [, network, access] = /^(\d+):(full|read)$/.exec(entry.trim()) ?? [];
    if (network === undefined) throw new UsageError('--networks must look like 1:full,2:read');
    return { id: Number(network), access };
  });
  return fitting<NetworkGrant[]>('networks', grantList, given);
}
