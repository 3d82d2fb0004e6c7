import { startTestApi, type Reply } from '../fixtures/api.js';
import { PASSKEY_ORIGIN } from '../fixtures/passkeys/software-authenticator.js';
import { askingDevice, enrol, makeEnrolmentToken } from '../fixtures/records/enrolment.js';
import { makeDomain, ssoInput } from '../fixtures/records/sso.js';
import { makeUserWithPassword, ownOriginJson, PASSWORD, signInAs } from '../browser/web-session.js';
import { makeUserWithApp } from '../fixtures/second-factor.js';
import { makeOrganisation, makeUser } from '../fixtures/records/organisation.js';
import { makeRadiusServer } from '../fixtures/records/radius-server.js';
import { makeSsid } from '../fixtures/records/ssid.js';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { refusedConfiguration } from './refused-configuration.js';
import type { ErrorRow } from './error-rows.js';

function row(
  status: number,
  code: number,
  when: string,
  provoke: (fixture: UpgradeFixture) => Promise<Reply>,
  body = ['msg', 'error_code'],
): ErrorRow {
  return { status, code, when, body, provoke: async () => provoke(await upgradeFixture()) };
}

/** The errors of docs/administration.md. */
export const ADMINISTRATION_ERROR_ROWS: readonly ErrorRow[] = [
  row(409, 1118, 'a configuration that the device has refused', refusedConfiguration),
  row(404, 1126, 'no such alert', (fixture) => fixture.call('POST', '/v1/alerts/999999999/acknowledge')),
  row(404, 1127, 'no such RADIUS server', (fixture) => fixture.call('GET', '/v1/radius_servers/999999999')),
  row(
    409,
    1129,
    'a RADIUS server that an SSID names',
    async (fixture) => {
      const { id } = await makeRadiusServer(fixture);
      await makeSsid(fixture.api, fixture, { ssid_name: 'Guests', auth_radius_id: id });
      return fixture.call('DELETE', `/v1/radius_servers/${id}`);
    },
    ['msg', 'errors', 'error_code'],
  ),
  row(404, 1128, 'no such enrolment', (fixture) => fixture.call('POST', '/v1/enrolments/999999999/refuse')),
  row(409, 1130, 'an enrolment of a MAC that is known', async (fixture) => {
    const token = await makeEnrolmentToken(fixture.api.deps, fixture.org);
    const { macId: mac_id } = await fixture.device();
    return enrol(fixture.api, { ...askingDevice(token), mac_id });
  }),
  row(401, 1133, 'a change of the own password with a token', (fixture) =>
    fixture.call('PUT', '/v1/me/password', { body: { password: 'three cold lighthouses' } }),
  ),
  row(409, 1134, 'a domain that another organisation has proven', async ({ api, org }) => {
    const other = await makeOrganisation(api.deps);
    const input = ssoInput();
    const [domain] = input.domains;
    await makeDomain(api.deps, other._id, domain, { provenBy: 'dns', provenDomain: domain });
    const { user } = await makeUserWithPassword(api, org, { role: 'super_admin' });
    const named = await startTestApi({ env: { PUBLIC_URL: PASSKEY_ORIGIN } });
    try {
      const headers = { ...ownOriginJson(named), Cookie: await signInAs(named, user.email) };
      return await named.call('PUT', '/v1/organisation/sso', { headers, body: input });
    } finally {
      await named.close();
    }
  }),
  row(401, 1131, 'a token for the password of a user with a second factor', async ({ api, org }) => {
    const { user } = await makeUserWithApp(api, org);
    return api.call('POST', '/v1/access_tokens', { body: { email: user.email, password: PASSWORD } });
  }),
  row(403, 1132, 'a user without the second factor that its organisation requires', async ({ api }) => {
    const { _id } = await makeOrganisation(api.deps, { signIn: { requiresSecondFactor: true } });
    const { token } = await makeUser(api.deps, _id);
    return api.call('GET', '/v1/networks', { token });
  }),
  row(404, 1121, 'no such tag', (fixture) => fixture.call('DELETE', '/v1/tags/999999999')),
  row(404, 1122, 'no such selection', (fixture) =>
    fixture.call('POST', '/v1/bulk_operations', { body: { selection: 999_999_999, action: 'release' } }),
  ),
  row(404, 1124, 'no such firmware release', (fixture) =>
    fixture.call('GET', '/v1/firmware_releases/999999999'),
  ),
  row(
    409,
    1125,
    'another file of a release that is in use',
    async (fixture) => {
      const { api, org, part } = fixture;
      const { token } = await makeUser(api.deps, org, { role: 'super_admin' });
      const version = '1.10.0';
      const release = await api.deps.mongo.models.firmwareReleases.findOne({ organisationId: org, version });
      const device = await fixture.device();
      await fixture.post({ upgrade_type: 'manual', version, aps: [`AP:${device._id}`] });
      const urls = [{ part_number: part._id, url: 'https://firmware.example.test/other' }];
      return fixture.call('PATCH', `/v1/firmware_releases/${release?._id}`, { token, body: { urls } });
    },
    ['msg', 'rollouts', 'upgrades', 'error_code'],
  ),
  row(404, 1123, 'no such bulk operation', (fixture) => fixture.call('GET', '/v1/bulk_operations/999999999')),
];
