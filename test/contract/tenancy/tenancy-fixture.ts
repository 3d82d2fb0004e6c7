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
import type { Account } from '../../../shared/access/stores/account.js';
import type { Column } from './columns.js';
import { NetworkRecords } from './network-records.js';

/** The caller of a column and the records that its requests name. */
interface ColumnCaller {
  readonly account: Account;
  readonly token: string;
  readonly target: NetworkRecords;
}

/** Two organisations: the callers' own, with three networks, and another one. */
export interface TenancyFixture {
  readonly api: TestApi;
  /** The network in which each caller has all the permissions of its role. */
  readonly home: NetworkRecords;
  readonly theirs: NetworkRecords;
  readonly columns: Readonly<Record<Column, ColumnCaller>>;
  /**
   * Serialises every record of both organisations, without the last use of its tokens and without cancelled schedules,
   * which are not visible to callers. @returns by organisation
   */
  dump(): Promise<ReadonlyMap<number, string>>;
}

export async function tenancyFixture(api: TestApi): Promise<TenancyFixture> {
  const { deps } = api;
  const { admin, records } = await makeNetworks(api, ['home', 'hidden', 'readable']);
  const [home, hidden, readable] = records as [NetworkRecords, NetworkRecords, NetworkRecords];
  const others = await makeNetworks(api, ['theirs']);
  const [theirs] = others.records as [NetworkRecords];
  const user = (fields: Partial<UserRecord>): Promise<TestUser> =>
    makeUser(deps, admin.caller.organisationId, fields);
  const callerOf = ({ user: account, token }: TestUser, target = home): ColumnCaller => ({
    account,
    token,
    target,
  });
  const networks = [
    { id: home.network._id, access: 'full' },
    { id: readable.network._id, access: 'read' },
  ] as const;
  const restricted = await user({ role: 'operator', networks: [...networks] });
  const { operator, token } = await makeOperator(deps);
  const columns = {
    super_admin: callerOf(await user({ role: 'super_admin' })),
    admin: callerOf(admin),
    operator: callerOf(await user({ role: 'operator' })),
    viewer: callerOf(await user({ role: 'viewer' })),
    tier2: callerOf(await user({ tier: 2 })),
    readOnly: callerOf(restricted, readable),
    hidden: callerOf(restricted, hidden),
    foreign: callerOf(admin, theirs),
    installation: { account: operator, token, target: home },
  };
  return { api, home, theirs, columns, dump: () => dump(api, [home.org, theirs.org]) };
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

async function dump({ deps }: TestApi, orgs: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { organisations } = deps.mongo.models;
  const models = everyModel(deps.mongo.models).filter(({ schema }) => 'organisationId' in schema.paths);
  const records = await organisations.aggregate<{ _id: unknown; organisationId?: number }>([
    { $match: { _id: { $in: [...orgs] } } },
    ...models.map(({ collection: { collectionName: coll } }) => ({
      $unionWith: {
        coll,
        pipeline: [
          // A refused sign-in is in the audit log.
          {
            $match: {
              organisationId: { $in: [...orgs] },
              state: { $ne: 'cancelled' },
              action: { $ne: 'sign_in.failed' },
            },
          },
          { $unset: 'lastUsedAt' },
          { $addFields: { collection: coll } },
        ],
      },
    })),
  ]);
  const serialise = (org: number): string =>
    JSON.stringify(
      records
        .filter(({ _id, organisationId }) => (organisationId ?? _id) === org)
        .map((record) => JSON.stringify(record))
        .sort(),
    );
  return new Map(orgs.map((org) => [org, serialise(org)]));
}
