import { X509Certificate } from 'node:crypto';
import { expect } from 'chai';
import { authorityOf } from '../../../shared/ucentral/operations/read-authority.js';
import type { Reply } from '../../fixtures/api.js';
import { TestClock } from '../../fixtures/clock.js';
import { authorityInput, newAuthority } from '../../fixtures/records/authority.js';
import { makeOrganisation, makeUser, type TestUser } from '../../fixtures/records/organisation.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';
import { TestService } from '../../fixtures/records/test-service.js';

const PATH = '/v1/organisation/ucentral_ca';

interface Shown {
  readonly certificate: string | null;
  readonly name: string | null;
  readonly valid_to: string | null;
  readonly revision: number;
}

const shownIn = ({ body }: Reply): Shown => (body as { data: { ucentral_ca: Shown } }).data.ucentral_ca;

describe(PATH, () => {
  let service: TestService;
  let superAdmin: TestUser;
  let org: number;
  before(async () => {
    service = await TestService.open({}, new TestClock());
  });
  beforeEach(async () => {
    ({ org, superAdmin } = await owner());
  });
  after(() => service.close());

  async function owner(): Promise<{ org: number; superAdmin: TestUser }> {
    const { _id } = await makeOrganisation(service.deps);
    return { org: _id, superAdmin: await makeUser(service.deps, _id, { role: 'super_admin' }) };
  }

  const call = (method: string, body?: object, { token } = superAdmin, headers = {}): Promise<Reply> =>
    service.api.call(method, PATH, { token, headers, ...(body ? { body } : {}) });

  const changes = () => service.deps.stores.ucentralAuthorities.changes();

  // docs/administration.md#show_ucentral_ca-1
  // docs/administration.md#replace_ucentral_ca-1
  // docs/administration.md#remove_ucentral_ca-1
  it('is replaced, shown and removed by super admins, with an entry in the audit log each time', async () => {
    const none = { certificate: null, name: null, valid_from: null, valid_to: null, revision: 0 };
    expect(shownIn(await call('GET'))).to.deep.equal(none);
    const admin = await makeUser(service.deps, org, { role: 'admin' });
    const [{ certificate }, second] = [await newAuthority(), await newAuthority()];
    for (const reply of [
      await call('GET', undefined, admin),
      await call('PUT', { certificate }, admin),
      await call('DELETE', undefined, admin),
    ])
      expect(refused(reply)).to.deep.equal([403, 1102]);
    const before = await changes();
    const made = await call('PUT', { certificate });
    expect([made.status, made.headers.get('ETag')], made.text).to.deep.equal([200, '"1"']);
    expect(shownIn(made)).to.deep.include({ certificate, revision: 1 });
    const stale = await call('PUT', { certificate: second.certificate }, superAdmin, { 'If-Match': '"0"' });
    expect(refused(stale)).to.deep.equal([412, 1112]);
    await call('PUT', { certificate: second.certificate }, superAdmin, { 'If-Match': '"1"' });
    expect(shownIn(await call('GET'))).to.include({ certificate: second.certificate, revision: 2 });
    const removed = await call('DELETE', undefined, superAdmin, { 'If-Match': '"2"' });
    expect(shownIn(removed)).to.deep.equal({ ...none, revision: 3 });
    expect((await changes()) - before).to.equal(3);
    const entries = await service.deps.mongo.models.auditEntries
      .find({ organisationId: org, action: /^ucentral_ca\./ })
      .sort({ at: 1, _id: 1 })
      .lean();
    expect(entries.map(({ action }) => action)).to.have.members([
      'ucentral_ca.replaced',
      'ucentral_ca.replaced',
      'ucentral_ca.removed',
    ]);
    expect(entries.find(({ action }) => action === 'ucentral_ca.removed')).to.deep.include({
      subject: `organisation:${org}`,
      after: null,
    });
  });

  // docs/administration.md#replace_ucentral_ca-2
  it('is refused with the reason when it cannot be trusted', async () => {
    const reply = await call('PUT', { certificate: 'no certificate' });
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(reply.text).to.contain('must be one certificate in PEM');
    expect(refused(await call('PUT', { certificate: 'x'.repeat(16_385) }))).to.deep.equal([422, 1109]);
    expect(refused(await call('PUT', {}))).to.deep.equal([422, 1109]);
    expect(shownIn(await call('GET')).revision).to.equal(0);
  });

  // docs/administration.md#replace_ucentral_ca-3
  it('has one owner, which is not revealed, until that one removes it', async () => {
    const { certificate } = await newAuthority();
    const other = await owner();
    expect((await call('PUT', { certificate })).status).to.equal(200);
    const reply = await call('PUT', { certificate }, other.superAdmin);
    expect(refused(reply)).to.deep.equal([422, 1109]);
    const own = await newAuthority();
    const { keyHash, nameHash } = authorityOf(new X509Certificate(own.certificate));
    await service.deps.stores.ucentralAuthorities.keepInstallation([keyHash], []);
    const ofInstallation = await call('PUT', { certificate: own.certificate }, other.superAdmin);
    await service.deps.stores.ucentralAuthorities.keepInstallation([], [nameHash]);
    const ofName = await call('PUT', { certificate: own.certificate }, other.superAdmin);
    await service.deps.stores.ucentralAuthorities.keepInstallation([], []);
    expect(ofInstallation.body).to.deep.equal(reply.body);
    expect(ofName.body).to.deep.equal(reply.body);
    expect(shownIn(await call('GET', undefined, other.superAdmin)).revision).to.equal(0);
    await call('DELETE');
    expect((await call('PUT', { certificate }, other.superAdmin)).status).to.equal(200);
  });

  // docs/administration.md#replace_ucentral_ca-3
  it('goes to one of two organisations that bring it at once', async () => {
    const { certificate } = await newAuthority();
    const owners = await Promise.all([owner(), owner()]);
    const replies = await Promise.all(owners.map((each) => call('PUT', { certificate }, each.superAdmin)));
    expect(replies.map(({ status }) => status)).to.have.members([200, 422]);
  });

  // docs/administration.md#replace_ucentral_ca-4
  it('is refused when there are 200 of them', async () => {
    const { ucentralTrust } = service.deps.mongo.models;
    const { certificate } = await newAuthority();
    await call('DELETE');
    const { count = 0 } = (await ucentralTrust.findOne().lean()) ?? {};
    await ucentralTrust.updateOne({}, { $set: { count: 200 } });
    expect(refused(await call('PUT', { certificate }))).to.deep.equal([409, 1115]);
    await ucentralTrust.updateOne({}, { $set: { count: 199 } });
    expect((await call('PUT', { certificate })).status).to.equal(200);
    expect((await call('PUT', await authorityInput())).status).to.equal(200);
    await call('DELETE');
    expect((await ucentralTrust.findOne().lean())?.count).to.equal(199);
    await ucentralTrust.updateOne({}, { $set: { count } });
  });
});
