import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { sharedApi, startTestApi, type Reply, type TestApi } from '../../fixtures/api.js';
import {
  makeNetwork,
  makeOperator,
  makeOrganisation,
  makeUser,
} from '../../fixtures/records/organisation.js';
import { cookiesOf, makeUserWithPassword, ownOriginJson, PASSWORD } from '../../browser/web-session.js';

describe('/v1/session and /v1/me', () => {
  let api: TestApi;
  let org: number;

  before(async () => {
    api = await sharedApi();
    org = (await makeOrganisation(api.deps, { name: 'Lighthouse' }))._id;
  });

  const signIn = (body: unknown, headers = ownOriginJson(api)): Promise<Reply> =>
    api.call('POST', '/v1/session', { body, headers });
  const me = (Cookie: string): Promise<Reply> => api.call('GET', '/v1/me', { headers: { Cookie } });

  // docs/console-api.md#open_session-1
  it('opens a session whose cookie the API accepts, and revokes the one that the browser had', async () => {
    const { user } = await makeUserWithPassword(api, org);
    const first = await signIn({ email: user.email, password: PASSWORD });
    expect(first.status, first.text).to.equal(201);
    const { expires_at } = (first.body as { data: { session: { expires_at: string } } }).data.session;
    const cookies = cookiesOf(first);
    const shown = (await me(cookies)).body as { data: { me: Record<string, unknown> } };
    expect(shown.data.me).to.deep.include({
      user: { id: user._id, email: user.email },
      session_expires_at: expires_at,
    });

    const headers = { ...ownOriginJson(api), Cookie: cookies };
    const second = await signIn({ email: user.email, password: PASSWORD }, headers);
    expect((await me(cookies)).status).to.equal(401);
    expect((await me(cookiesOf(second))).status).to.equal(200);
  });

  // docs/console-api.md#open_session-2
  it('refuses other origins, wrong credentials and missing fields, and sets no cookie', async () => {
    const { user } = await makeUserWithPassword(api, org);
    const foreign = { ...ownOriginJson(api), Origin: 'https://elsewhere.example' };
    const replies = [
      await signIn({ email: user.email, password: PASSWORD }, foreign),
      await signIn({ email: user.email, password: PASSWORD }, { Accept: 'application/json' }),
      await signIn({ email: user.email, password: 'not this one' }),
      await signIn({ email: user.email }),
    ];
    expect(replies.map((reply) => reply.status)).to.deep.equal([403, 403, 401, 422]);
    expect(replies[3]?.body).to.deep.include({ error_code: 1109 });
    // docs/http.md#faults-1
    expect((replies[3]?.body as unknown as { errors: { path: string }[] }).errors[0]?.path).to.equal(
      'password',
    );
    for (const reply of replies) expect(reply.headers.getSetCookie()).to.deep.equal([]);
  });

  it('locks an account after ten failures, as the sign-in page does', async () => {
    const own = await startTestApi();
    try {
      // Failures are counted by the address, which no other account of the run may have.
      const email = `locked-${randomUUID()}@example.test`;
      await makeUserWithPassword(own, org, { email });
      const body = { email, password: 'wrong' };
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 11; attempt += 1) {
        const reply = await own.call('POST', '/v1/session', { body, headers: ownOriginJson(own) });
        statuses.push(reply.status);
      }
      expect(statuses).to.deep.equal([...Array.from({ length: 10 }, () => 401), 429]);
    } finally {
      await own.close();
    }
  });

  // docs/console-api.md#close_session-1
  it('closes a session once and for all; a repetition and a request without one change nothing', async () => {
    const { user } = await makeUserWithPassword(api, org);
    const cookies = cookiesOf(await signIn({ email: user.email, password: PASSWORD }));
    const close = (headers: Record<string, string>): Promise<Reply> =>
      api.call('DELETE', '/v1/session', { headers });
    const elsewhere = { ...ownOriginJson(api), Origin: 'https://elsewhere.example', Cookie: cookies };
    expect((await close(elsewhere)).status).to.equal(403);
    expect((await me(cookies)).status).to.equal(200);
    const closed = await close({ ...ownOriginJson(api), Cookie: cookies });
    expect([closed.status, cookiesOf(closed)]).to.deep.equal([204, '']);
    expect(closed.headers.getSetCookie()).to.have.length(2);
    expect((await me(cookies)).status).to.equal(401);
    expect((await close({ ...ownOriginJson(api), Cookie: cookies })).status).to.equal(204);
    expect((await close(ownOriginJson(api))).status).to.equal(204);
  });

  // docs/console-api.md#show_me-1
  it('shows the rights of each role and the networks of a restricted user', async () => {
    const network = await makeNetwork(api.deps, org);
    const rightsOf = async (fields: Parameters<typeof makeUser>[2]): Promise<Record<string, unknown>> => {
      const { token } = await makeUser(api.deps, org, fields);
      const reply = await api.call('GET', '/v1/me', { token });
      return (reply.body as { data: { me: Record<string, unknown> } }).data.me;
    };
    const networks = [{ id: network._id, access: 'read' as const }];
    const viewer = await rightsOf({ role: 'viewer', networks });
    expect(viewer).to.deep.include({
      organisation: { id: org, name: 'Lighthouse' },
      role: 'viewer',
      networks: [{ id: network._id, access: 'read' }],
      rights: {
        change: false,
        manage_inventory: false,
        administer: false,
        publish_firmware: false,
        unreleased_firmware: false,
      },
    });
    const operator = await rightsOf({ role: 'operator', manageInventory: false });
    expect(operator['networks']).to.equal(null);
    expect(operator['rights']).to.include({ change: true, manage_inventory: false, administer: false });
    expect((await rightsOf({ role: 'admin' }))['rights']).to.include({
      administer: true,
      manage_inventory: true,
      publish_firmware: false,
    });
    expect((await rightsOf({ role: 'super_admin' }))['rights']).to.include({
      publish_firmware: true,
      unreleased_firmware: true,
    });
  });

  // docs/console-api.md#show_me-2
  it('shows an operator of the installation without an organisation', async () => {
    const { operator, token } = await makeOperator(api.deps);
    const reply = await api.call('GET', '/v1/me', { token });
    expect((reply.body as { data: { me: Record<string, unknown> } }).data.me).to.deep.include({
      user: { id: operator._id, email: operator.email },
      organisation: null,
      role: null,
      networks: null,
    });
  });
});
