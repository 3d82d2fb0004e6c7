import type { TestApi } from '../../fixtures/api.js';
import { authorityInput } from '../../fixtures/records/authority.js';
import { askingDevice, makeEnrolmentToken } from '../../fixtures/records/enrolment.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { makeUserWithPassword, ownOriginJson, signInAs } from '../../browser/web-session.js';
import { ssoInput } from '../../fixtures/records/sso.js';
import type { Call } from './console.js';
import { makeUserWithApp } from '../../fixtures/second-factor.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { madeRecord } from '../../plans/administration-requests.js';

/** Calls the operations of docs/administration.md. */
export async function callAdministration(
  call: Call,
  { api, org, part, network, tag: { _id: fixtureTag } }: UpgradeFixture,
): Promise<void> {
  const make = async (path: string, body: unknown): Promise<string> =>
    `${path}/${madeRecord(await call('POST', path, body)) ?? 0}`;
  const { token: superAdmin } = await makeUser(api.deps, org, { role: 'super_admin' });
  const empty = await make('/v1/networks', { network_name: 'Empty' });
  await call('GET', empty);
  await call('PATCH', `/v1/networks/${network._id}`, { network_name: 'Renamed' });
  await call('DELETE', empty);
  const selected = await call('POST', '/v1/selections', { filter: { network_id: network._id } });
  const { selection } = (selected.body as { data: { selection: number } }).data;
  const operation = await make('/v1/bulk_operations', {
    selection,
    action: 'untag',
    params: { tag_ids: [fixtureTag] },
  });
  await call('GET', operation);
  await call('POST', `${operation}/cancel`);
  await call('POST', '/v1/bulk_operations', { selection, action: 'tag', params: { tag_ids: [fixtureTag] } });
  const imported = await make('/v1/bulk_operations', {
    action: 'import_devices',
    params: { rows: [{ mac: '02:00:5E:10:00:01', network: 'Sharded', tags: ['sharded'] }] },
  });
  await call('GET', `${imported}/rows`);
  const user = await make('/v1/users', { email: `sharded-${network._id}@example.test`, role: 'viewer' });
  await call('GET', user);
  await call('PATCH', user, { tier: 2 });
  await call('POST', `${user}/password_link`);
  await call('DELETE', `${user}/sessions`);
  const { user: withApp } = await makeUserWithApp(api, org, { role: 'viewer' });
  await call('DELETE', `/v1/users/${withApp._id}/second_factors`, undefined, superAdmin);
  await call('GET', '/v1/organisation');
  await call('PATCH', '/v1/organisation', { session_idle_minutes: 60 }, superAdmin);
  await call('GET', '/v1/organisation/sso', undefined, superAdmin);
  const { user: owner } = await makeUserWithPassword(api, org, { role: 'super_admin' });
  const session = { ...ownOriginJson(api), Cookie: await signInAs(api, owner.email) };
  await call('PUT', '/v1/organisation/sso', ssoInput(), null, session);
  await call('DELETE', '/v1/organisation/sso', undefined, null, session);
  await call('GET', '/v1/organisation/ucentral_ca', undefined, superAdmin);
  await call('PUT', '/v1/organisation/ucentral_ca', await authorityInput(), superAdmin);
  await call('DELETE', '/v1/organisation/ucentral_ca', undefined, superAdmin);
  await call('DELETE', user);
  const releases = await call('GET', '/v1/firmware_releases');
  const { firmware_releases } = (releases.body as { data: { firmware_releases: { id: number }[] } }).data;
  const release = `/v1/firmware_releases/${firmware_releases[0]?.id ?? 0}`;
  await call('GET', release);
  await call('PATCH', release, { notes: 'sharded' }, superAdmin);
  const urls = [{ part_number: part._id, url: 'https://firmware.example.test/image' }];
  await call('POST', '/v1/firmware_releases', { version: '4.0.0', urls }, superAdmin);
  const made = await call('POST', '/v1/network_ssids', {
    network_id: network._id,
    network_ssid: { ssid_name: 'to copy' },
  });
  const { id: ssid } = (made.body as { data: { id: number } }).data;
  await call('POST', `/v1/network_ssids/${ssid}/copy`, { network_ids: [network._id] });
  const server = await make('/v1/radius_servers', { name: 'One', host: '192.0.2.1', secret: 'a secret' });
  await call('GET', '/v1/radius_servers');
  await call('GET', server);
  await call('PATCH', server, { host: '192.0.2.2' });
  await call('DELETE', server);
  await callEnrolment(call, api, org, part._id);
  const tag = await make('/v1/tags', { name: 'sharded' });
  await call('PATCH', tag, { name: 'renamed' });
  await call('DELETE', tag);
  for (const list of ['users', 'networks', 'tags', 'hardware_parts', 'init_templates'])
    await call('GET', `/v1/${list}`);
}

/** Calls the operations of docs/enrolment.md. */
async function callEnrolment(call: Call, { deps }: TestApi, org: number, part_number: string): Promise<void> {
  const made = await call('POST', '/v1/enrolment_tokens', {
    name: 'sharded',
    expires_at: '2100-01-01T00:00:00Z',
    max_devices: 1,
  });
  await deps.mongo.models.hardwareParts.updateOne({ _id: part_number }, { $set: { boards: ['sharded'] } });
  const { secret } = await makeEnrolmentToken(deps, org, { replace: true });
  const known = askingDevice({ secret }, 'sharded');
  await call('POST', '/device/v1/enrol', known);
  await call('POST', '/device/v1/enrol', known);
  for (const answer of ['approve', 'refuse']) {
    const waiting = await call('POST', '/device/v1/enrol', askingDevice({ secret }));
    const { enrolment_id } = waiting.body as { enrolment_id: number };
    await call('GET', '/v1/enrolments');
    await call(
      'POST',
      `/v1/enrolments/${enrolment_id}/${answer}`,
      answer === 'approve' ? { part_number } : {},
    );
  }
  await call('GET', '/v1/enrolment_tokens');
  await call('DELETE', `/v1/enrolment_tokens/${madeRecord(made) ?? 0}`);
}
