import { hashToken, newToken } from '../../../shared/domain/secrets.js';
import { callerOf } from '../../../shared/operations/access/identify.js';
import type { Caller } from '../../../shared/domain/access.js';
import type { OrganisationRecord } from '../../../shared/models/organisation.js';
import type { NetworkRecord } from '../../../shared/models/network.js';
import type { TagRecord } from '../../../shared/models/tag.js';
import type { UserRecord } from '../../../shared/models/user.js';
import type { OperatorRecord } from '../../../shared/models/operator.js';
import { openSession } from '../../../shared/operations/access/sign-in.js';
import type { ApiDeps } from '../../../api/deps.js';

export interface TestUser {
  readonly user: UserRecord;
  readonly caller: Caller;
  readonly token: string;
}

/** A new organisation of the test's own. */
export async function makeOrganisation(
  { stores, mongo }: ApiDeps,
  fields: Partial<OrganisationRecord> = {},
): Promise<OrganisationRecord> {
  const _id = await stores.ids.reserve('organisations');
  const record = {
    _id,
    name: `Organisation ${_id}`,
    noOfAps: 1000,
    deviceCount: 0,
    unassignedCount: 0,
    ...fields,
  };
  await mongo.models.organisations.create(record);
  return record;
}

/** A user who may do everything unless told otherwise, with a live access token. */
export async function makeUser(
  { stores, mongo, now }: ApiDeps,
  organisationId: number,
  fields: Partial<UserRecord> = {},
): Promise<TestUser> {
  const _id = await stores.ids.reserve('users');
  const user: UserRecord = {
    _id,
    organisationId,
    email: `user-${_id}@example.test`,
    passwordHash: null,
    role: 'admin',
    tier: 1,
    networks: null,
    manageInventory: true,
    seesUnreleased: false,
    ...fields,
  };
  await mongo.models.users.create(user);
  const token = newToken();
  const createdAt = now();
  await stores.sessions.create({
    _id: hashToken(token),
    kind: 'token',
    userId: _id,
    organisationId,
    createdAt,
    // The database removes what has expired by its own clock, which a test does not move.
    expiresAt: new Date(Math.max(createdAt.getTime(), Date.now()) + 86_400_000),
    lastUsedAt: null,
  });
  return { user, caller: callerOf(user), token };
}

/** An operator of the installation, with a live access token. */
export async function makeOperator(
  deps: ApiDeps,
  passwordHash: string | null = null,
): Promise<{ operator: OperatorRecord; token: string }> {
  const _id = await deps.stores.ids.reserve('operators');
  const operator = { _id, email: `operator-${_id}@example.test`, passwordHash };
  await deps.mongo.models.operators.create(operator);
  const { secret } = await openSession(deps, 'token', operator);
  return { operator, token: secret };
}

export async function makeNetwork(
  { stores, mongo }: ApiDeps,
  organisationId: number,
  fields: Partial<NetworkRecord> = {},
): Promise<NetworkRecord> {
  const _id = await stores.ids.reserve('networks');
  const record = { _id, organisationId, networkName: `Network ${_id}`, deviceCount: 0, ...fields };
  await mongo.models.networks.create(record);
  return record;
}

export async function makeTag(
  { stores, mongo }: ApiDeps,
  organisationId: number,
  name?: string,
): Promise<TagRecord> {
  const _id = await stores.ids.reserve('tags');
  const record = { _id, organisationId, name: name ?? `tag-${_id}` };
  await mongo.models.tags.create(record);
  return record;
}
