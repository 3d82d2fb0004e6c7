import { runLoop } from '../../dev/run-loop.js';
import { wholeOrganisation } from '../../shared/access/domain/access.js';
import { noteUnknownDevice } from '../../shared/enrolment/operations/note-unknown-device.js';
import { exportFleet } from '../../shared/import/operations/export-fleet.js';
import type { PlanFixture } from './plan-fixture.js';
import { makeAlert } from '../fixtures/records/alert.js';
import { encryptText } from '../../shared/platform/values/encrypt.js';
import { makeDomain } from '../fixtures/records/sso.js';
import { makeMail } from '../fixtures/records/mail.js';
import { ROLLOUT } from './plan-records.js';

/** Loops of the worker that need nothing besides the fixture. */
const LOOPS = [
  'refreshes',
  'canaries',
  'refusals',
  'holds',
  'deafAnnouncements',
  'deafPeriods',
  'observation',
  'upgradeCounts',
  'alerts',
  'alertSources',
  'alertNotices',
  'ssoDomains',
  'ssoInvitations',
  'ssoRefreshes',
] as const;

/**
 * Queries of the worker, of the command line and of an export, with values by which their indexes pay. They come first:
 * of queries of one shape, the first is explained.
 */
export async function askAsWorker({ api: { deps }, admin, networks }: PlanFixture): Promise<void> {
  const { stores } = deps;
  const { organisationId } = admin.user;
  const at = new Date();
  await askForAlerts(deps, organisationId, at);
  await askForMails(deps, organisationId, at);
  await askForSso(deps, organisationId, at);
  for (const loop of LOOPS) await runLoop(loop, deps);
  await countUpgradesAgain(deps, organisationId);
  await stores.upgrades.openCounts();
  const rollout = { _id: ROLLOUT, organisationId, scheduleId: 1, judgedFrom: at };
  const ids = networks.map(({ _id }) => _id);
  await stores.rolloutNetworks.read(rollout, ids);
  await stores.rolloutNetworks.devicesIn(organisationId, ids);
  await stores.rolloutNetworks.waitingAccessPoints(rollout, ids, 0);
  await stores.rolloutUpgrades.pending(rollout, 1, null);
  await stores.rolloutUpgrades.ended(rollout, 1);
  await stores.rolloutUpgrades.missed(rollout, at);
  await stores.rolloutCanaries.ofDevices(rollout, [1]);
  await stores.rolloutUpgrades.countIrreversible(rollout);
  await stores.releaseUse.of({ _id: 1, organisationId });
  await stores.releaseUse.plainPending(organisationId, 1);
  await stores.rolloutHealth.verified(rollout, null, 1);
  await stores.rolloutHealth.installing(rollout, at, 1);
  await stores.rolloutHealth.observed(rollout, [1]);
  await stores.rolloutHealth.control(rollout);
  await stores.rolloutHealth.heldOut(rollout);
  await stores.rolloutLooks.find(rollout, 1);
  await stores.rolloutLooks.expire(rollout, at);
  await stores.endedUpgrades.listening(1);
  await stores.endedUpgrades.unreported({ organisationId, since: new Date(0) }, 1);
  await stores.senders.due(new Date(0), at, 1);
  await stores.senders.dueDeliveries({ _id: 1, organisationId }, at, 1);
  await stores.deliveries.newest(organisationId, undefined, 1, at);
  const operation = { _id: 1, organisationId };
  await stores.bulkCanaries.waiting(operation, '');
  await stores.bulkCanaries.failed(operation, ids);
  await stores.bulkStages.changedAmong(operation, [1]);
  await stores.bulkStages.oldestWaiting([organisationId], at);
  await stores.commands.rebooting(organisationId, at);
  await askForUnknownDevices(deps, organisationId, at);
  await stores.deafPeriods.endingAfter(at, 1);
  await stores.tallies.configurationTotals();
  const joined = stores.targets.walk(wholeOrganisation(organisationId), [{ kind: 'network', ids }], at);
  for await (const batch of joined) if (batch.length === 0) break;
  for await (const text of exportFleet(deps, { organisationId })) if (text === '') return;
}

/** Lets the worker count upgrades that it has seen long ago, and record their texts. */
async function countUpgradesAgain(deps: PlanFixture['api']['deps'], organisationId: number): Promise<void> {
  const { upgradeCounts } = deps.mongo.models;
  await upgradeCounts.updateOne({ _id: organisationId }, { $set: { seenAt: new Date(0) } });
  await runLoop('upgradeCounts', deps);
}

/** Queries of a gateway on devices that are in no inventory, when as many wait as may. */
async function askForUnknownDevices(
  deps: PlanFixture['api']['deps'],
  organisationId: number,
  at: Date,
): Promise<void> {
  for (const macId of ['02:5F:00:00:00:01', '02:5F:00:00:00:02'])
    await noteUnknownDevice(deps, { organisationId, macId, authority: 'a', publicIp: '' });
  await deps.stores.transact(organisationId, (session) =>
    deps.stores.enrolments.makeRoom(organisationId, { max: 1, since: at }, session),
  );
}

/** Queries on alerts, of which there are some of each state. */
async function askForAlerts(
  deps: PlanFixture['api']['deps'],
  organisationId: number,
  at: Date,
): Promise<void> {
  const { alerts, alertNotices, silences } = deps.stores;
  const waits = { state: 'waiting' as const, checkAt: at };
  for (const fields of [{}, waits, { noticeAt: at }])
    for (let count = 0; count < 3; count += 1) await makeAlert(deps, organisationId, fields);
  const closed = { state: 'closed' as const, isCurrent: false, closedAt: at };
  for (let count = 0; count < 3; count += 1) await makeAlert(deps, organisationId, closed);
  const opening = {
    kind: 'device_down',
    subjectId: 1,
    networkId: null,
    state: 'open',
    text: 'Down',
  } as const;
  await alerts.open(organisationId, 'device_down', [opening], at);
  await alerts.toCheck(organisationId, at, 1);
  await alerts.ofDevicesIn(organisationId, [1]);
  await alertNotices.due(at, 1);
  await silences.heardAgain(organisationId, '0');
  await silences.silentIn(organisationId, [1]);
}

/** Queries of single sign-on that need a session, or none: some domains are to be looked up, and some are proven. */
async function askForSso(deps: PlanFixture['api']['deps'], organisationId: number, at: Date): Promise<void> {
  const { ssoDomains, ssoLogouts, ssoUsers } = deps.stores;
  for (let count = 0; count < 3; count += 1) {
    const later = new Date(at.getTime() + 86_400_000);
    await makeDomain(deps, organisationId, `later${count}.example`, { checkAt: later });
    const domain = `proven${count}.example`;
    await makeDomain(deps, organisationId, domain, { provenBy: 'command_line', provenDomain: domain });
  }
  const grant = { organisationId, issuer: 'https://id.example.test', clientId: 'planned', confirmedAt: at };
  const { encryptionKeys } = deps.env;
  for (const _id of [900_001, 900_002, 900_003])
    await deps.mongo.models.ssoGrants.create({
      ...{ _id, ...grant, revision: 1 },
      refreshToken: encryptText(encryptionKeys, 'planned', 'planned'),
      dueAt: new Date(at.getTime() + (_id - 900_002) * 86_400_000),
    });
  for (const _id of [900_001, 900_002, 900_003])
    await deps.mongo.models.ssoConfigurations.create({
      ...{ _id, revision: 1 },
      ...(_id === 900_001 ? { invitesAfter: 0 } : {}),
    });
  await ssoUsers.withoutPassword(organisationId, 0, 1);
  await ssoLogouts.holdersOf(organisationId, 'planned');
  await ssoDomains.ownerOf('proven0.example');
  await ssoDomains.isProven(organisationId, 'proven0.example');
  await ssoDomains.takenOf(organisationId, ['proven0.example']);
  await ssoUsers.find(organisationId, { issuer: 'https://id.example.test', subject: 'planned' });
}

/** Queries on mails about alerts, of which some have ended. */
async function askForMails(
  deps: PlanFixture['api']['deps'],
  organisationId: number,
  at: Date,
): Promise<void> {
  const { alertMails, mails } = deps.stores;
  const ended = { state: 'Sent' as const, dueAt: undefined as never, endedAt: at };
  for (let count = 0; count < 3; count += 1)
    for (const fields of [{}, ended]) {
      await makeMail(deps, organisationId, fields);
      await makeMail(deps, organisationId, { ...fields, userId: 2 });
    }
  const part = { userId: 1, items: [{ alertId: 1, notice: 'opened' as const }] };
  await deps.stores.transact(organisationId, (session) =>
    alertMails.gather(organisationId, [part], at, session),
  );
  await mails.due(at, 1);
  await alertMails.before(await makeMail(deps, organisationId));
}
