import { expect } from 'chai';
import { runLoop } from '../../dev/run-loop.js';
import { cookiesOf, PASSWORD } from '../browser/web-session.js';
import { openSession } from '../../shared/access/operations/open-session.js';
import { challengeOf, enterPassword, makeUserWithApp } from '../fixtures/second-factor.js';
import type { SignedIn } from './planned-request.js';
import { makeUser } from '../fixtures/records/organisation.js';
import { putEvent } from '../fixtures/records/webhook-fixture.js';
import { LAST_MADE, madeRecord } from './administration-requests.js';
import type { PlanFixture } from './plan-fixture.js';
import { LAST_SCHEDULE, OPENWISP_UUID, requestsOf } from './requests.js';
import { LAST_ROLLOUT, madeRollout } from './rollout-requests.js';
import { LAST_SSID, madeSsid } from './ssid-requests.js';
import { LAST_DELIVERY, LAST_WEBHOOK, madeWebhook } from './webhook-requests.js';

/** Walks all devices for the preview of a rollout, and ticks those that run. */
export async function workOnRollouts({ api, admin }: PlanFixture): Promise<void> {
  // The requests have revoked the tokens of the others.
  const { token } = await makeUser(api.deps, admin.user.organisationId);
  const body = { name: 'All', targets: ['all'], version: '2.0.0' };
  const id = madeRollout(await api.call('POST', '/v1/rollouts', { token, body })) ?? 0;
  expect((await api.call('POST', `/v1/rollouts/${id}/preview`, { token })).status).to.equal(202);
  while ((await runLoop('previews', api.deps)).isMore);
  for (let ticks = 0; ticks < 3; ticks += 1) await runLoop('rollouts', api.deps);
}

/** Operations whose requests are refused after their queries. The set-up of the fixture confirms a second factor with success. */
const REFUSED = new Map([
  ['create_access_token', 401],
  ['open_session', 401],
  ['change_own_email', 409],
  ['replace_sso', 401],
  ['remove_sso', 401],
  ['confirm_second_factor', 404],
  ['reset_second_factors', 409],
  ['reboot_device', 409],
  ['blink_device', 409],
]);

/** Signs in a user with a second factor, and begins another sign-in of it. */
async function signedIn(fixture: PlanFixture): Promise<SignedIn> {
  const { api, admin } = fixture;
  const { masterInventory } = api.deps.mongo.models;
  await masterInventory.updateOne(
    { _id: fixture.devices[1003]?.macId ?? '' },
    { openwispUuid: OPENWISP_UUID },
  );
  const { user, app, Cookie } = await makeUserWithApp(api, admin.user.organisationId);
  const first = await enterPassword(api, user.email, PASSWORD);
  const { id: sessionId } = await openSession(api.deps, 'session', admin.user);
  const secondStep = { challenge: challengeOf(first), cookies: cookiesOf(first) };
  return { ...fixture, cookies: Cookie, app, secondStep, sessionId };
}

/** The operations that were asked. */
export async function askEverything(fixture: PlanFixture): Promise<string[]> {
  const operations: string[] = [];
  let ssid = 0;
  let rollout = 0;
  let webhook = 0;
  let delivery = 0;
  let made = 0;
  const { models } = fixture.api.deps.mongo;
  for (const { operation, method, path, options } of requestsOf(await signedIn(fixture))) {
    const schedule = path.includes(LAST_SCHEDULE)
      ? await models.schedules
          .findOne({ organisationId: fixture.admin.user.organisationId, state: 'waiting' })
          .sort({ _id: -1 })
          .lean()
      : null;
    if (operation === 'approve_rollout_stage')
      await models.rollouts.updateOne({ _id: rollout }, { $set: { 'stages.0.state': 'AwaitingApproval' } });
    const fill = (text: string): string =>
      text
        .replace(LAST_SSID, String(ssid))
        .replace(LAST_SCHEDULE, String(schedule?._id ?? 0))
        .replace(LAST_ROLLOUT, String(rollout))
        .replace(LAST_WEBHOOK, String(webhook))
        .replace(LAST_DELIVERY, String(delivery))
        .replace(LAST_MADE, String(made));
    const body =
      options?.body === undefined ? {} : { body: JSON.parse(fill(JSON.stringify(options.body))) as unknown };
    const reply = await fixture.api.call(method, fill(path), { ...options, ...body });
    made = madeRecord(reply) ?? made;
    if (operation === 'SSID create') ssid = madeSsid(reply) ?? 0;
    if (operation === 'create_rollout') rollout = madeRollout(reply) ?? 0;
    if (operation === 'create_webhook') {
      webhook = madeWebhook(reply) ?? 0;
      await putEvent(fixture.api.deps, fixture.admin.user.organisationId, { id: 'evt_plans' });
      const listed = await fixture.api.call('GET', `/v1/webhooks/${webhook}/deliveries`, {
        token: options?.token,
      });
      delivery = (listed.body as { data: { deliveries: [{ id: number }] } }).data.deliveries[0].id;
    }
    if (reply.status > (REFUSED.get(operation) ?? 300))
      throw new Error(`${operation}: ${reply.status} ${reply.text}`);
    operations.push(operation);
  }
  return operations;
}
