import { everyModel } from '../../../shared/platform/migrations/inspect-indexes.js';
import type { UserRecord } from '../../../shared/access/models/user.js';
import type { TestApi } from '../../fixtures/api.js';
import { makePart } from '../../fixtures/records/device.js';
import { makeRelease } from '../../fixtures/records/firmware.js';
import {
  makeOperator,
  makeOrganisation,
  makeUser,
  type TestUser,
} from '../../fixtures/records/organisation.js';
import type { Account } from '../../../shared/access/stores/session-store.js';
import type { Column } from './columns.js';
import { NetworkRecords } from './network-records.js';

/** The caller of a column and the records that its requests name. */
interface Aim {
  readonly account: Account;
  readonly target: NetworkRecords;
}

/** Two organisations: the callers' own, with three networks, and another one. */
export interface TenancyFixture {
  readonly api: TestApi;
  /** The network in which each caller has all the permissions of its role. */
  readonly home: NetworkRecords;
  readonly theirs: NetworkRecords;
  readonly columns: Readonly<Record<Column, Aim>>;
  /**
   * Serialises every record of the organisation, without the last use of its tokens and without cancelled schedules,
   * which are not visible to callers.
   */
  dump(org: number): Promise<string>;
}

export async function tenancyFixture(api: TestApi): Promise<TenancyFixture> {
  const { deps } = api;
  const { admin, records } = await makeNetworks(api, ['home', 'hidden', 'readable']);
  const [home, hidden, readable] = records as [NetworkRecords, NetworkRecords, NetworkRecords];
  const others = await makeNetworks(api, ['theirs']);
  const [theirs] = others.records as [NetworkRecords];
  const user = (fields: Partial<UserRecord>): Promise<TestUser> =>
    makeUser(deps, admin.caller.organisationId, fields);
  const networks = [
    { id: home.network._id, access: 'full' },
    { id: readable.network._id, access: 'read' },
  ] as const;
  const restricted = await user({ role: 'operator', networks: [...networks] });
  const columns = {
    super_admin: { account: (await user({ role: 'super_admin' })).user, target: home },
    admin: { account: admin.user, target: home },
    operator: { account: (await user({ role: 'operator' })).user, target: home },
    viewer: { account: (await user({ role: 'viewer' })).user, target: home },
    tier2: { account: (await user({ tier: 2 })).user, target: home },
    readOnly: { account: restricted.user, target: readable },
    hidden: { account: restricted.user, target: hidden },
    foreign: { account: admin.user, target: theirs },
    installation: { account: (await makeOperator(deps)).operator, target: home },
  };
  return { api, home, theirs, columns, dump: (org) => dump(api, org) };
}

/** An organisation with an administrator, a hardware part with firmware, and a network for each name. */
export async function makeNetworks(
  api: TestApi,
  names: readonly string[],
): Promise<{ admin: TestUser; records: NetworkRecords[] }> {
  const { _id } = await makeOrganisation(api.deps);
  const admin = await makeUser(api.deps, _id);
  const part = await makePart(api.deps);
  await makeRelease(api.deps, _id, '9.0.0', [part._id]);
  return {
    admin,
    records: await Promise.all(names.map((name) => NetworkRecords.make(api, admin, part, name))),
  };
}

async function dump({ deps }: TestApi, org: number): Promise<string> {
  const models = everyModel(deps.mongo.models).filter(({ schema }) => 'organisationId' in schema.paths);
  const collections = models.map(async ({ collection }) => [
    collection.collectionName,
    await collection
      .find({ organisationId: org, state: { $ne: 'cancelled' } }, { projection: { lastUsedAt: 0 } })
      .sort({ _id: 1 })
      .toArray(),
  ]);
  const organisation = await deps.mongo.models.organisations.findOne({ _id: org }).lean();
  return JSON.stringify([organisation, await Promise.all(collections)]);
}
