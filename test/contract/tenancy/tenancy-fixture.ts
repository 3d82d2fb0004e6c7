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
import { Place } from './place.js';

/** Whose request a column is, and at what it aims. */
interface Aim {
  readonly account: Account;
  readonly place: Place;
}

/** Two organisations: the callers' own with three networks, and another one. */
export interface TenancyFixture {
  readonly api: TestApi;
  /** Where every caller of the table may do everything that its role may do. */
  readonly home: Place;
  readonly theirs: Place;
  readonly columns: Readonly<Record<Column, Aim>>;
  /**
   * Every record of the organisation as one text, without the times at which its tokens were used and without cancelled
   * schedules, which no caller sees.
   */
  dump(org: number): Promise<string>;
}

export async function tenancyFixture(api: TestApi): Promise<TenancyFixture> {
  const { deps } = api;
  const { admin, places } = await makePlaces(api, ['home', 'hidden', 'readable']);
  const [home, hidden, readable] = places as [Place, Place, Place];
  const others = await makePlaces(api, ['theirs']);
  const [theirs] = others.places as [Place];
  const user = (fields: Partial<UserRecord>): Promise<TestUser> =>
    makeUser(deps, admin.caller.organisationId, fields);
  const networks = [
    { id: home.network._id, access: 'full' },
    { id: readable.network._id, access: 'read' },
  ] as const;
  const restricted = await user({ role: 'operator', networks: [...networks] });
  const columns = {
    super_admin: { account: (await user({ role: 'super_admin' })).user, place: home },
    admin: { account: admin.user, place: home },
    operator: { account: (await user({ role: 'operator' })).user, place: home },
    viewer: { account: (await user({ role: 'viewer' })).user, place: home },
    tier2: { account: (await user({ tier: 2 })).user, place: home },
    readOnly: { account: restricted.user, place: readable },
    hidden: { account: restricted.user, place: hidden },
    foreign: { account: admin.user, place: theirs },
    installation: { account: (await makeOperator(deps)).operator, place: home },
  };
  return { api, home, theirs, columns, dump: (org) => dump(api, org) };
}

/** An organisation with an administrator, a hardware part with firmware, and a network for each name. */
export async function makePlaces(
  api: TestApi,
  names: readonly string[],
): Promise<{ admin: TestUser; places: Place[] }> {
  const { _id } = await makeOrganisation(api.deps);
  const admin = await makeUser(api.deps, _id);
  const part = await makePart(api.deps);
  await makeRelease(api.deps, _id, '9.0.0', [part._id]);
  return { admin, places: await Promise.all(names.map((name) => Place.make(api, admin, part, name))) };
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
