import { expect } from 'chai';
import { seesAlert } from '../../../shared/alerts/domain/sees-alert.js';
import { unsubscribeToken } from '../../../shared/alerts/domain/unsubscribe-token.js';
import type { CallOptions, Reply } from '../../fixtures/api.js';
import { makeAlert } from '../../fixtures/records/alert.js';
import { makeUser, type TestUser } from '../../fixtures/records/organisation.js';
import { useMails } from '../mail-fixture.js';

const PATH = '/v1/me/notifications';
const HTML = { Accept: 'text/html' };

describe('the notifications of users', () => {
  const used = useMails();
  let user: TestUser;
  beforeEach(async () => {
    user = await makeUser(used.service.deps, used.alerts.fleet.org);
  });
  const call = (method: string, path: string, options: CallOptions = {}) =>
    used.service.api.call(method, path, { token: user.token, ...options });
  const emailOf = ({ status, text, body }: Reply) => {
    expect(status, text).to.equal(200);
    return (body as { data: { notifications: { email: Record<string, unknown> } } }).data.notifications.email;
  };
  const email = async () => emailOf(await call('GET', PATH));

  // docs/alerts.md#show_notifications-1
  it('are on for administrators of all networks only, unless the organisation or the user has chosen', async () => {
    expect(await email()).to.deep.equal({ enabled: true, kinds: 'all', networks: 'all' });
    const { viewer } = used.alerts.fleet;
    expect(emailOf(await call('GET', PATH, { token: viewer })).enabled).to.equal(false);
    const body = { email: { enabled: true, kinds: ['network_down'] } };
    expect((await call('PATCH', '/v1/alert_settings', { body })).status).to.equal(200);
    expect(emailOf(await call('GET', PATH, { token: viewer }))).to.deep.equal({
      enabled: true,
      kinds: ['network_down'],
      networks: 'all',
    });
    await call('PATCH', PATH, { body: { email: { kinds: 'all' } } });
    expect(await email()).to.deep.equal({ enabled: true, kinds: 'all', networks: 'all' });
  });

  // docs/alerts.md#update_notifications-1
  it('change under a revision, which every role may do', async () => {
    const { viewer, networks } = used.alerts.fleet;
    const shown = await call('GET', PATH, { token: viewer });
    const tag = shown.headers.get('ETag') ?? '';
    const body = { email: { enabled: true, networks: [networks[0]] } };
    const change = () => call('PATCH', PATH, { token: viewer, body, headers: { 'If-Match': tag } });
    expect(emailOf(await change())).to.deep.equal({ enabled: true, kinds: 'all', networks: [networks[0]] });
    expect((await change()).status).to.equal(412);
    const { auditEntries } = used.service.deps.mongo.models;
    const { org: organisationId } = used.alerts.fleet;
    const action = 'user.notifications_changed';
    expect(await auditEntries.countDocuments({ organisationId, action })).to.equal(1);
  });

  for (const [change, path] of [
    [{ kinds: ['unknown'] }, 'email.kinds'],
    [{ networks: [999_999_999] }, 'email.networks[0]'],
    [{ unknown: 1 }, 'email.unknown'],
  ] as const)
    // docs/alerts.md#update_notifications-1
    it(`are not changed by a fault at ${path}`, async () => {
      const { viewer } = used.alerts.fleet;
      const reply = await call('PATCH', PATH, { token: viewer, body: { email: change } });
      expect(reply.status, reply.text).to.equal(422);
      expect((reply.body as { error_code: number }).error_code).to.equal(1109);
      expect((reply.body as { errors: { path: string }[] }).errors.map((fault) => fault.path)).to.include(
        path,
      );
    });

  // docs/alerts.md#show_alert_settings-2
  it('say which kinds reach at least one user by e-mail', async () => {
    const mailed = async () => {
      const { body } = await call('GET', '/v1/alert_settings');
      return (body as { data: { alert_settings: { mailed_kinds: string[] } } }).data.alert_settings
        .mailed_kinds;
    };
    expect(await mailed()).to.include('rollout_paused');
    const { users } = used.service.deps.mongo.models;
    await users.updateMany(
      { organisationId: used.alerts.fleet.org },
      { $set: { notifications: { email: { kinds: ['device_down'] } } } },
    );
    expect(await mailed()).to.deep.equal(['device_down']);
  });

  describe('end by the link of a mail', () => {
    const linkOf = (kind: 'device_down' | 'all', secrets = used.service.deps.env.sessionSecrets): string => {
      const { organisationId, _id: userId } = user.user;
      return `/unsubscribe?token=${unsubscribeToken(secrets, { organisationId, userId, kind })}`;
    };
    const open = (method: string, path: string, options: CallOptions = {}) =>
      used.service.api.call(method, path, { headers: HTML, ...options });

    // docs/alerts.md#unsubscribe-1
    it('with one POST without a session, and not with a GET', async () => {
      const page = await open('GET', linkOf('device_down'));
      expect([page.status, page.text]).to.deep.include(200);
      expect(page.text).to.contain('Stop e-mails about devices that are down?');
      expect((await email()).kinds).to.equal('all');
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: 'https://mail.example.test',
        'Sec-Fetch-Site': 'cross-site',
      };
      for (let times = 0; times < 2; times += 1) {
        const done = await open('POST', linkOf('device_down'), {
          headers,
          body: 'List-Unsubscribe=One-Click',
        });
        expect(done.status, done.text).to.equal(200);
        expect((await email()).kinds)
          .to.be.an('array')
          .that.does.not.include('device_down');
      }
      await open('POST', linkOf('all'));
      expect((await email()).enabled).to.equal(false);
    });

    // docs/alerts.md#unsubscribe-2
    it('that the service has made for the user and the kind', async () => {
      const forged = [
        linkOf('device_down', ['another secret of sixteen']),
        linkOf('device_down').replace('device_down', 'all'),
        linkOf('device_down').replace(`.${user.user._id}.`, `.${user.user._id + 1}.`),
        '/unsubscribe?token=',
        '/unsubscribe?token[]=a',
        '/unsubscribe',
      ];
      for (const path of forged)
        for (const method of ['GET', 'POST']) {
          const reply = await open(method, path);
          expect(reply.status, path).to.equal(404);
          expect(reply.text).to.contain('This link is not valid');
        }
      expect(await email()).to.deep.equal({ enabled: true, kinds: 'all', networks: 'all' });
    });
  });

  // docs/alerts.md#kinds-2
  it('have the same rule of what a user sees as the list of alerts', async () => {
    const { deps } = used.service;
    const { org, networks } = used.alerts.fleet;
    const [first = 0, second = 0] = networks;
    const rollout = (rolloutNetworkIds: number[] | null, includesUnassigned: boolean) => {
      return { kind: 'rollout_paused', networkId: null, rolloutNetworkIds, includesUnassigned } as const;
    };
    const cases = [
      { networkId: first },
      { networkId: second },
      { networkId: null },
      rollout(null, true),
      rollout([first], false),
      rollout([first], true),
      rollout([first, second], false),
      rollout([], true),
      { kind: 'service_deaf' } as const,
      { kind: 'webhook_disabled' } as const,
    ];
    const ids: number[] = [];
    for (const fields of cases) ids.push(await makeAlert(deps, org, fields));
    const records = await deps.mongo.models.alerts.find({ _id: { $in: ids } }).lean();
    const grants = [{ id: first, access: 'read' as const }];
    for (const role of ['admin', 'viewer'] as const)
      for (const granted of [null, grants, []])
        for (const manageInventory of [true, false]) {
          const { caller } = await makeUser(deps, org, { role, networks: granted, manageInventory });
          const listed = await deps.stores.alertLists.named(caller, ids);
          const seen = records.filter((alert) => seesAlert(caller, alert)).map(({ _id }) => _id);
          expect(seen.sort()).to.deep.equal(listed.map(({ _id }) => _id).sort());
        }
  });
});
