import { expect } from 'chai';
import { callerOf } from '../../../shared/access/operations/identify.js';
import { createTransact } from '../../../shared/platform/mongo/transaction.js';
import { createSsid } from '../../../shared/ssids/operations/create-ssid.js';
import { deleteNetwork } from '../../../shared/ssids/operations/delete-network.js';
import { createSsidStore } from '../../../shared/ssids/stores/ssid-store.js';
import { createNetworkSequences } from '../../../shared/configuration/records/stores/configuration-sequences.js';
import { ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';

const unaccompanied = (): Promise<void> => Promise.resolve();
const refusalOf = (error: unknown) => (error as { refusal?: string }).refusal;

describe('a network that is deleted', () => {
  let fixture: SsidFixture;
  beforeEach(async () => {
    fixture = await ssidFixture();
  });

  const caller = () => callerOf(fixture.admin.user);
  const networkExists = async () =>
    (await fixture.api.deps.mongo.models.networks.exists({ _id: fixture.network._id })) !== null;

  for (const [what, hadSsid] of [
    ['and never had an SSID', false],
    ['and had an SSID', true],
  ] as const) {
    it(`${what} gets none from another process that has read it before`, async () => {
      if (hadSsid) await fixture.call('DELETE', `/v1/network_ssids/${await fixture.make()}`);
      const { deps } = fixture.api;
      const { mongo, stores } = deps;
      // Another process: its transactions do not wait for those of this one.
      const sequences = createNetworkSequences(mongo.models, deps.env);
      const ssids = createSsidStore(mongo.models, createTransact(mongo.connection), sequences);
      let creation: Promise<unknown> = Promise.resolve();
      const createAtOnce = (): Promise<void> =>
        new Promise((hasRead) => {
          const reserve: typeof stores.ids.reserve = (...args) => {
            hasRead();
            return stores.ids.reserve(...args);
          };
          const other = { ...deps, stores: { ...stores, ssids, ids: { ...stores.ids, reserve } } };
          const request = { networkId: fixture.network._id, ssidId: undefined, input: { ssid_name: 'late' } };
          creation = createSsid(other, caller(), request).catch(refusalOf);
        });
      const isUsing: typeof stores.ssids.isUsing = async (...args) => {
        const isUsed = await stores.ssids.isUsing(...args);
        await createAtOnce();
        return isUsed;
      };
      const deleting = { ...deps, stores: { ...stores, ssids: { ...stores.ssids, isUsing } } };
      await deleteNetwork(deleting, caller(), { id: fixture.network._id, revisions: null }, unaccompanied);
      expect(await creation).to.equal('networkNotFound');
      expect(await networkExists()).to.equal(false);
      const orphans = { organisationId: fixture.organisation._id };
      expect(await mongo.models.networkSsids.countDocuments(orphans)).to.equal(0);
    });
  }

  it('still has the revision of the request', async () => {
    const { deps } = fixture.api;
    const { networks } = deps.stores;
    const path = `/v1/networks/${fixture.network._id}`;
    const find: typeof networks.find = async (scope, id) => {
      const read = await networks.find(scope, id);
      if (read?.revision === undefined) await fixture.call('PATCH', path, { body: { network_name: 'new' } });
      return read;
    };
    const changing = { ...deps, stores: { ...deps.stores, networks: { ...networks, find } } };
    const remove = (revision: number) =>
      deleteNetwork(
        changing,
        caller(),
        { id: fixture.network._id, revisions: [revision] },
        unaccompanied,
      ).catch(refusalOf);
    expect(await remove(0)).to.equal('revisionChanged');
    expect(await networkExists()).to.equal(true);
    expect(await remove(1)).to.equal(undefined);
    expect(await networkExists()).to.equal(false);
  });
});
