import { expect } from 'chai';
import { headerOf } from '../../../dev/mail-receiver.js';
import { runLoop } from '../../../dev/run-loop.js';
import { makeAlert } from '../../fixtures/records/alert.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { ALL, without } from '../alert-fixture.js';
import { ORIGIN, textOf, useMails } from '../mail-fixture.js';

const ALONE = 8;

describe('mails about alerts', () => {
  const used = useMails();

  /** Opens alerts of devices in a network; null: without one. */
  async function open(count = 1, networkId: number | null = null): Promise<void> {
    const { deps, clock } = used.service;
    for (let made = 0; made < count; made += 1)
      await makeAlert(deps, used.alerts.fleet.org, { networkId, noticeAt: clock.now() });
  }

  // docs/alerts.md#mails-1
  // docs/alerts.md#mails-2
  it('arrive half a minute after an alert has opened, and after it has closed', async () => {
    const { alerts } = used;
    const { models } = used.service.deps.mongo;
    await models.devices.updateOne(
      { _id: alerts.fleet.idOf(ALONE) },
      { $set: { name: '<b>Lobby</b>\r\nBcc: x@y' } },
    );
    await alerts.pass(11, without(ALONE));
    await used.send(29);
    expect(used.received).to.deep.equal([]);
    await used.send(1);
    expect(used.received).to.have.length(1);
    const [mail = { to: [], source: '' }] = used.received;
    const { email } = await models.users
      .findOne({ organisationId: alerts.fleet.org, role: 'admin' })
      .orFail();
    expect(mail.to).to.deep.equal([email]);
    expect(headerOf(mail, 'From')).to.equal('Fleet <fleet@example.test>');
    expect(headerOf(mail, 'Subject')).to.match(/^Alert: <b>Lobby<\/b> Bcc: x@y is down/);
    expect(headerOf(mail, 'Bcc')).to.equal('');
    expect(headerOf(mail, 'Auto-Submitted')).to.equal('auto-generated');
    expect(headerOf(mail, 'List-Unsubscribe')).to.match(
      /^<https:\/\/fleet\.example\.test\/unsubscribe\?token=[\w.-]+>$/,
    );
    expect(headerOf(mail, 'List-Unsubscribe-Post')).to.equal('List-Unsubscribe=One-Click');
    const text = textOf(mail);
    expect(text).to.contain(`${ORIGIN}/console/devices/${alerts.fleet.idOf(ALONE)}`);
    expect(text).to.contain('&lt;b&gt;Lobby&lt;/b&gt; Bcc: x@y is down');
    expect(text).to.contain('Stop e-mails about devices that are down: ');
    await alerts.pass(1, ALL);
    await used.send(30);
    expect(used.subjects()[1]).to.match(/^Closed: /);
    expect(headerOf(used.received[1] ?? mail, 'References')).to.equal(headerOf(mail, 'References'));
    await used.send(60);
    expect(used.received).to.have.length(2);
  });

  // docs/alerts.md#mails-2
  it('hold alerts that open within half a minute of each other, for 80 seconds at most', async () => {
    for (let count = 0; count < 4; count += 1) {
      await open();
      await used.send(25);
    }
    expect(used.subjects()).to.deep.equal(['4 alerts opened']);
  });

  // docs/alerts.md#mails-3
  it('become one digest when there are more than ten alerts in five minutes', async () => {
    await open(8);
    await used.send(30);
    await open(3);
    await used.send(30);
    await open(60);
    await used.send(200);
    expect(used.subjects()).to.deep.equal(['8 alerts opened']);
    await used.send(40);
    expect(used.subjects()).to.deep.equal(['8 alerts opened', '63 alerts opened']);
    expect(textOf(used.received[1] ?? { to: [], source: '' })).to.contain('13 more alerts');
  });

  // docs/alerts.md#mails-4
  it('tell users only of alerts that they see and want when the mail is sent', async () => {
    const { alerts, service } = used;
    const [first = 0, second = 0] = alerts.fleet.networks;
    const networks = [{ id: first, access: 'read' as const }];
    const notifications = { email: { enabled: true } };
    const { models } = service.deps.mongo;
    await models.users.updateMany({ organisationId: alerts.fleet.org }, { $set: { notifications: {} } });
    await models.users.updateMany(
      { organisationId: alerts.fleet.org, role: 'admin' },
      { $set: { notifications: { email: { enabled: false } } } },
    );
    const seeing = await makeUser(service.deps, alerts.fleet.org, {
      role: 'viewer',
      networks,
      notifications,
    });
    const losing = await makeUser(service.deps, alerts.fleet.org, {
      role: 'viewer',
      networks,
      notifications,
    });
    await open(1, first);
    await open(1, second);
    await alerts.announce();
    await models.users.updateOne({ _id: losing.user._id }, { $set: { networks: [] } });
    await used.send(30);
    expect(used.received.map(({ to }) => to)).to.deep.equal([[seeing.user.email]]);
    expect(used.subjects()).to.deep.equal(['Alert: A device is down']);
    expect((await used.records()).map(({ state }) => state)).to.have.members(['Sent', 'Dropped']);
  });

  // docs/alerts.md#mails-5
  it('are tried again after a temporary refusal, with the same message id, and gather alerts meanwhile', async () => {
    await open();
    used.refuses = { responseCode: 451 };
    await used.send(30);
    await open();
    await used.send(35);
    used.refuses = null;
    expect((await used.records()).map(({ tries, lastError }) => [tries, lastError])).to.deep.equal([
      [1, 'message_refused'],
      [0, null],
    ]);
    await used.send(30);
    await used.send(30);
    expect(used.received).to.have.length(2);
    expect((await used.records()).map(({ state, tries }) => [state, tries])).to.deep.equal([
      ['Sent', 2],
      ['Sent', 1],
    ]);
  });

  // docs/alerts.md#mails-5
  it('are given up after a final refusal', async () => {
    await open();
    used.refuses = { responseCode: 550 };
    await used.send(30);
    used.refuses = null;
    await used.send(3600);
    expect(used.received).to.deep.equal([]);
    expect((await used.records()).map(({ state }) => state)).to.deep.equal(['Failed']);
  });

  // docs/reliability.md#alert-announced-twice
  it('name an alert once that another worker announces while one stalls', async () => {
    await open();
    used.service.failpoint = async (point) => {
      if (point !== 'notices-read') return;
      used.service.failpoint = () => undefined;
      await used.alerts.announce();
    };
    await used.send(30);
    expect((await used.records()).map(({ count }) => count)).to.deep.equal([1]);
    expect(used.received).to.have.length(1);
  });

  // docs/alerts.md#mails-6
  for (const [at, copies] of [
    ['notices-read', 1],
    ['notices-written', 1],
    ['mail-sealed', 1],
    ['mail-sent', 2],
    ['mail-recorded', 1],
  ] as const)
    it(`arrive when a worker ends at ${at}`, async () => {
      await open();
      used.service.failpoint = (point) =>
        point === at ? Promise.reject(new Error('The worker ends here')) : undefined;
      await used.send(30).catch(() => undefined);
      used.service.failpoint = () => undefined;
      await runLoop('mails', used.service.deps);
      await used.send(30);
      expect(used.received).to.have.length(copies);
      const ids = new Set(used.received.map((mail) => headerOf(mail, 'Message-ID')));
      expect(ids.size).to.equal(1);
    });
});
