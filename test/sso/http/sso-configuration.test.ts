import { expect } from 'chai';
import { decryptText } from '../../../shared/platform/values/encrypt.js';
import { clientSecretContext } from '../../../shared/sso/domain/sso-settings.js';
import type { Reply } from '../../fixtures/api.js';
import { runCli } from '../../fixtures/cli.js';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';
import type { TestService } from '../../fixtures/records/test-service.js';
import { newDomain, openSsoService, PUBLIC_URL, SSO_PATH, SsoOrganisation } from '../sso-service.js';
import { CLIENT_SECRET } from '../test-provider.js';

interface Shown {
  readonly issuer: string | null;
  readonly client_secret: string | null;
  readonly redirect_uri: string;
  readonly domains: readonly {
    domain: string;
    is_proven: boolean;
    record_name: string;
    record_text: string;
  }[];
  readonly revision: number;
}

const shownIn = ({ body }: Reply): Shown => (body as { data: { sso: Shown } }).data.sso;
const faultsIn = ({ body }: Reply): string[] =>
  (body as { errors: { path: string }[] }).errors.map(({ path }) => path);

describe(SSO_PATH, () => {
  let service: TestService;
  let org: SsoOrganisation;
  before(async () => {
    service = await openSsoService();
  });
  beforeEach(async () => {
    org = await SsoOrganisation.make(service);
  });
  after(() => service.close());

  const prove = (domain: string, id: number) =>
    runCli(service.api, ['sso', 'prove-domain', '--organisation', String(id), '--domain', domain]);

  // docs/sso.md#show_sso-1
  // docs/sso.md#replace_sso-1
  // docs/sso.md#remove_sso-1
  it('is replaced, shown and removed by a super admin, with an entry in the audit log each time', async () => {
    expect(shownIn(await org.call('GET'))).to.deep.include({ issuer: null, domains: [], revision: 0 });
    const made = await org.call('PUT', org.input());
    expect([made.status, made.headers.get('ETag')], made.text).to.deep.equal([200, '"1"']);
    const shown = shownIn(made);
    expect(shown).to.deep.include({
      issuer: 'https://id.example.test',
      client_secret: '***',
      redirect_uri: `${PUBLIC_URL}/sso/${org.id}/callback`,
      claim: null,
      roles: [],
      default: { role: 'viewer', tier: 1, networks: null, manage_inventory: false },
    });
    expect(shown.domains).to.have.length(1);
    expect(shown.domains[0]).to.deep.include({ domain: org.domain, is_proven: false, proven_at: null });
    expect(shown.domains[0]?.record_name).to.equal(`_airfleet.${org.domain}`);
    expect(shown.domains[0]?.record_text).to.match(/^airfleet-domain=[\w-]{43}$/);
    expect((await org.call('GET')).body).to.deep.equal(made.body);

    const removed = await org.call('DELETE', undefined, { 'If-Match': '"1"' });
    expect(shownIn(removed)).to.deep.include({ issuer: null, client_secret: null, domains: [], revision: 2 });
    const [replacedEntry] = await org.audited('sso.replaced');
    expect(replacedEntry?.after).to.deep.include({ issuer: shown.issuer, domains: [org.domain] });
    expect(JSON.stringify(replacedEntry)).not.to.contain(CLIENT_SECRET);
    expect((await org.audited('sso.removed'))[0]).to.deep.include({ after: null });
  });

  // docs/sso.md#replace_sso-3
  it('seals the secret, keeps it for ***, and gives it to no other issuer or client', async () => {
    await org.configure();
    const stored = await service.deps.stores.ssoConfigurations.find(org.id);
    expect(JSON.stringify(stored)).not.to.contain(CLIENT_SECRET);
    const { encryptionKeys } = service.deps.env;
    const opened = (sealed: NonNullable<typeof stored>['clientSecret']) =>
      sealed && decryptText(encryptionKeys, clientSecretContext(org.id), sealed);
    expect(opened(stored?.clientSecret)).to.equal(CLIENT_SECRET);
    const kept = await org.call('PUT', org.input({ client_secret: '***', claim: 'groups' }));
    expect(shownIn(kept).revision).to.equal(2);
    expect(opened((await service.deps.stores.ssoConfigurations.find(org.id))?.clientSecret)).to.equal(
      CLIENT_SECRET,
    );
    for (const change of [{ issuer: 'https://other.example.test' }, { client_id: 'other' }]) {
      const reply = await org.call('PUT', org.input({ client_secret: '***', ...change }));
      expect([refused(reply), faultsIn(reply)]).to.deep.equal([[422, 1109], ['client_secret']]);
    }
    const fresh = await SsoOrganisation.make(service);
    expect(faultsIn(await fresh.call('PUT', fresh.input({ client_secret: '***' })))).to.deep.equal([
      'client_secret',
    ]);
  });

  // docs/sso.md#replace_sso-4
  it('needs the revision that If-Match names, and stays as it is for the same settings', async () => {
    await org.configure();
    const stale = await org.call('PUT', org.input({ claim: 'groups' }), { 'If-Match': '"0"' });
    expect(refused(stale)).to.deep.equal([412, 1112]);
    expect(refused(await org.call('DELETE', undefined, { 'If-Match': '"7"' }))).to.deep.equal([412, 1112]);
    expect(shownIn(await org.call('PUT', org.input({ client_secret: '***' }))).revision).to.equal(1);
    expect(await org.audited('sso.replaced')).to.have.length(1);
  });

  // docs/sso.md#replace_sso-5
  it('is for super admins in a session that has just signed in', async () => {
    const { token } = org.superAdmin;
    for (const [method, body] of [
      ['PUT', org.input()],
      ['DELETE', undefined],
    ] as const) {
      const byToken = await service.api.call(method, SSO_PATH, { token, ...(body ? { body } : {}) });
      expect(refused(byToken), method).to.deep.equal([401, 1133]);
    }
    service.clock.advance(10 * 60 + 1);
    expect(refused(await org.call('PUT', org.input()))).to.deep.equal([401, 1133]);
    const admin = await makeUser(service.deps, org.id, { role: 'admin' });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { body: org.input() } : {};
      const reply = await service.api.call(method, SSO_PATH, { token: admin.token, ...body });
      expect(refused(reply), method).to.deep.equal([403, 1102]);
    }
  });

  // docs/sso.md#replace_sso-2
  it('refuses issuers of all organisations, and what cannot be an issuer or a domain', async () => {
    const refusals: readonly (readonly [object, string])[] = [
      [{ issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'issuer'],
      [{ issuer: 'https://login.microsoftonline.com/organizations/v2.0' }, 'issuer'],
      [{ issuer: 'https://10.0.0.1' }, 'issuer'],
      [{ issuer: 'no URL' }, 'issuer'],
      [{ domains: ['example'] }, 'domains[0]'],
      [{ domains: Array.from({ length: 21 }, newDomain) }, 'domains'],
      [{ roles: [{ value: 'x', role: 'owner' }] }, 'roles[0].role'],
      [{ client_secret: undefined }, 'client_secret'],
    ];
    for (const [fields, path] of refusals) {
      const reply = await org.call('PUT', org.input(fields));
      expect([refused(reply), faultsIn(reply)], path).to.deep.equal([[422, 1109], [path]]);
    }
    expect(shownIn(await org.call('GET')).revision).to.equal(0);
  });

  // docs/sso.md#replace_sso-6
  it('gives no rights that the super admin does not have', async () => {
    const network = await makeNetwork(service.deps, org.id);
    const elsewhere = await makeNetwork(service.deps, (await SsoOrganisation.make(service)).id);
    const grant = (id: number) => ({ role: 'operator', networks: [{ id, access: 'full' }] });
    const foreign = await org.call('PUT', org.input({ roles: [{ value: 'a', ...grant(elsewhere._id) }] }));
    expect(faultsIn(foreign)).to.deep.equal(['roles[0].networks[0].id']);
    const byDefault = await org.call('PUT', org.input({ default: grant(999_999_999) }));
    expect(faultsIn(byDefault)).to.deep.equal(['default.networks[0].id']);
    const { users } = service.deps.mongo.models;
    await users.updateOne({ _id: org.superAdmin.user._id }, { $set: { manageInventory: false, tier: 2 } });
    await service.deps.accessEpoch.change();
    const more = await org.call('PUT', org.input({ default: { role: 'viewer', manage_inventory: true } }));
    expect(faultsIn(more)).to.have.members(['default.tier', 'default.manage_inventory']);
    const fitting = { roles: [{ value: 'a', tier: 2, ...grant(network._id) }], default: null };
    expect((await org.call('PUT', org.input(fitting))).status).to.equal(200);
  });

  // docs/sso.md#domains-3
  it('refuses a domain that another organisation has proven, until that one gives it up', async () => {
    const other = await SsoOrganisation.make(service);
    await other.configure({ domains: [org.domain] });
    await org.configure();
    await other.prove(org.domain);
    const reply = await org.call('PUT', org.input({ claim: 'groups' }));
    expect(refused(reply)).to.deep.equal([409, 1134]);
    expect(reply.text).to.contain(org.domain);
    const { message } = await prove(org.domain, org.id).then(
      () => ({ message: 'proven' }),
      (error: unknown) => error as Error,
    );
    expect(message).to.equal('Another organisation has proven the domain');
    await other.call('DELETE');
    expect((await org.call('PUT', org.input({ claim: 'groups' }))).status).to.equal(200);
    await prove(org.domain, org.id);
    expect(shownIn(await org.call('GET')).domains[0]).to.include({
      is_proven: true,
      proven_by: 'command_line',
      proven_at: service.clock.now().toISOString(),
    });
  });

  // docs/sso.md#domains-4
  it('lists only domains of its own on the command line', async () => {
    await org.configure();
    const { message } = await prove(newDomain(), org.id).then(
      () => ({ message: 'proven' }),
      (error: unknown) => error as Error,
    );
    expect(message).to.contain('does not list');
    await prove(org.domain, org.id);
    expect((await org.audited('sso_domain.proven'))[0]).to.deep.include({
      actor: 'cli',
      after: { domain: org.domain },
    });
  });

  it('needs PUBLIC_URL', async () => {
    const bare = await openSsoService({ PUBLIC_URL: '' });
    try {
      const alone = await SsoOrganisation.make(bare);
      expect(refused(await alone.call('PUT', alone.input()))).to.deep.equal([409, 1111]);
    } finally {
      await bare.close();
    }
  });
});
