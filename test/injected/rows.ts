import { randomInt } from 'node:crypto';
import { openSession } from '../../shared/access/operations/open-session.js';
import { askingDevice } from '../fixtures/records/enrolment.js';
import { makeUser } from '../fixtures/records/organisation.js';
import {
  cookiesOf,
  makeUserWithPassword,
  ownOriginJson,
  PASSWORD,
  signInAs,
} from '../browser/web-session.js';
import { beginApp, challengeOf, enterPassword, makeUserWithApp } from '../fixtures/second-factor.js';
import { OWN_ACCOUNT_ROWS } from './own-account-rows.js';
import { TENANCY_ROWS } from '../contract/tenancy/table.js';
import { AUTHORITY_ROWS } from './authority-rows.js';
import type { InjectedRow } from './injected-row.js';
import { SSO_ROWS } from './sso-rows.js';
import { OPENWISP_ROWS } from './openwisp-rows.js';
import { PASSKEY_ROWS } from './passkey-rows.js';

/** Operations that need another credential than a user's token that is used many times. */
const OWN_ROWS: readonly InjectedRow[] = [
  {
    operation: 'heartbeat',
    by: 'a new firmware version',
    async request({ home }) {
      const { macId: mac_id, deviceKey: token } = await home.device();
      return { token, input: { mac_id, firmware_version: '2.0.0' } };
    },
  },
  {
    operation: 'fetch_configuration',
    by: 'a MAC',
    async request({ home }) {
      const { macId: mac_id, deviceKey: token } = await home.device();
      return { token, input: { mac_id } };
    },
  },
  {
    operation: 'create_access_token',
    by: 'email and password',
    identifies: true,
    async request({ setUp, home }) {
      const { user } = await makeUserWithPassword(setUp, home.org);
      return { input: { email: user.email, password: PASSWORD } };
    },
  },
  {
    operation: 'create_access_token',
    by: 'a name, with a token',
    identifies: true,
    async request({ setUp, home }) {
      return { token: (await makeUser(setUp.deps, home.org)).token, input: { name: 'script' } };
    },
  },
  {
    operation: 'open_session',
    by: 'email and password',
    identifies: true,
    async request({ setUp, faulty, home }) {
      const { user } = await makeUserWithPassword(setUp, home.org);
      return { headers: ownOriginJson(faulty.api), input: { email: user.email, password: PASSWORD } };
    },
  },
  {
    operation: 'close_session',
    by: 'a session of its own',
    identifies: true,
    async request({ setUp, faulty, home }) {
      const { user } = await makeUserWithPassword(setUp, home.org);
      const Cookie = await signInAs(setUp, user.email);
      return { headers: { ...ownOriginJson(faulty.api), Cookie }, input: {} };
    },
  },
  {
    operation: 'end_own_session',
    by: 'a token of its own',
    identifies: true,
    async request({ setUp, home }) {
      const { user, token } = await makeUser(setUp.deps, home.org);
      const { id } = await openSession(setUp.deps, 'session', user);
      return { token, input: { id } };
    },
  },
  ...OWN_ACCOUNT_ROWS,
  {
    operation: 'begin_second_factor',
    by: 'a session of its own',
    identifies: true,
    async request({ setUp, faulty, home }) {
      const { user } = await makeUserWithPassword(setUp, home.org);
      const Cookie = await signInAs(setUp, user.email);
      return { headers: { ...ownOriginJson(faulty.api), Cookie }, input: { kind: 'totp' } };
    },
  },
  {
    operation: 'confirm_second_factor',
    by: 'the code of a new app',
    identifies: true,
    async request({ setUp, faulty, home }) {
      const { user } = await makeUserWithPassword(setUp, home.org);
      const Cookie = await signInAs(setUp, user.email);
      const { id, code } = await beginApp(setUp, Cookie);
      return { headers: { ...ownOriginJson(faulty.api), Cookie }, input: { id, code } };
    },
  },
  {
    operation: 'update_second_factor',
    by: 'an app of its own',
    identifies: true,
    async request({ setUp, faulty, home }) {
      const { app, Cookie } = await makeUserWithApp(setUp, home.org);
      const input = { id: app.id, name: 'Phone' };
      return { headers: { ...ownOriginJson(faulty.api), Cookie }, input };
    },
  },
  {
    operation: 'remove_second_factor',
    by: 'an app of its own',
    identifies: true,
    async request({ setUp, faulty, home }) {
      const { app, Cookie } = await makeUserWithApp(setUp, home.org);
      return { headers: { ...ownOriginJson(faulty.api), Cookie }, input: { id: app.id } };
    },
  },
  {
    operation: 'renew_recovery_codes',
    by: 'a session with an app',
    identifies: true,
    async request({ setUp, faulty, home }) {
      const { Cookie } = await makeUserWithApp(setUp, home.org);
      return { headers: { ...ownOriginJson(faulty.api), Cookie }, input: {} };
    },
  },
  {
    operation: 'complete_session',
    by: 'a recovery code',
    identifies: true,
    async request({ setUp, faulty, home }) {
      const { user, app } = await makeUserWithApp(setUp, home.org);
      const first = await enterPassword(setUp, user.email, PASSWORD);
      const headers = { ...ownOriginJson(faulty.api), Cookie: cookiesOf(first) };
      return { headers, input: { challenge: challengeOf(first), recovery_code: app.recoveryCodes[0] } };
    },
  },
  ...PASSKEY_ROWS,
  {
    operation: 'reset_second_factors',
    by: 'id, as a super administrator',
    identifies: true,
    async request({ setUp, home }) {
      const { user } = await makeUserWithApp(setUp, home.org, { role: 'viewer' });
      const { token } = await makeUser(setUp.deps, home.org, { role: 'super_admin' });
      return { token, input: { id: user._id } };
    },
  },
  {
    operation: 'update_organisation',
    by: 'an idle time, as a super administrator',
    identifies: true,
    async request({ setUp, home }) {
      const { token } = await makeUser(setUp.deps, home.org, { role: 'super_admin' });
      return { token, input: { session_idle_minutes: 60 } };
    },
  },
  ...AUTHORITY_ROWS,
  ...SSO_ROWS,
  {
    operation: 'revoke_access_token',
    by: 'a token of its own',
    identifies: true,
    async request({ setUp, home }) {
      return { token: (await makeUser(setUp.deps, home.org)).token, input: {} };
    },
  },
  {
    operation: 'create_firmware_release',
    by: 'version and urls, as a super administrator',
    async request({ setUp, home }) {
      const { token } = await makeUser(setUp.deps, home.org, { role: 'super_admin' });
      const urls = [{ part_number: home.part._id, url: 'https://firmware.example.test/image' }];
      return { token, input: { version: `5.${randomInt(2 ** 40)}`, urls } };
    },
  },
  {
    operation: 'enrol',
    by: 'a board that no part has',
    request: async ({ home }) => ({ input: { ...askingDevice(await home.enrolmentToken()) } }),
  },
  {
    operation: 'enrol',
    by: 'the board of a hardware part',
    async request({ setUp, home }) {
      const board = `board of ${home.org}`;
      const { hardwareParts } = setUp.deps.mongo.models;
      await hardwareParts.updateOne({ _id: home.part._id }, { $set: { boards: [board] } });
      const fields = { networkId: home.network._id, tagIds: [(await home.tag())._id] };
      return { input: { ...askingDevice(await home.enrolmentToken(fields), board) } };
    },
  },
  {
    operation: 'enrol',
    by: 'the MAC of a silent device',
    async request({ setUp, home }) {
      const { _id, macId: mac_id } = await home.device({ activatedOn: new Date(0) });
      await setUp.deps.mongo.models.deviceStates.updateOne(
        { _id },
        { $set: { lastHeartbeatAt: new Date(0) } },
      );
      return { input: { ...askingDevice(await home.enrolmentToken({ replace: true })), mac_id } };
    },
  },
  ...OPENWISP_ROWS,
  // Into another network each time: a copy beside its original is refused.
  {
    operation: 'copy_ssid',
    by: 'id and a network without SSIDs',
    async request({ home }) {
      const input = { id: await home.ssid(), network_ids: [await home.emptyNetwork()] };
      return { token: home.admin.token, input };
    },
  },
  {
    operation: 'update_firmware_release',
    by: 'id, as a super administrator',
    async request({ setUp, home }) {
      const { token } = await makeUser(setUp.deps, home.org, { role: 'super_admin' });
      return { token, input: { id: (await home.release())._id, notes: 'new notes' } };
    },
  },
];

const OWN = new Set(OWN_ROWS.map(({ operation }) => operation));

/** Operations on tokens and users identify the caller anew each time, because a revocation makes the API forget its callers. */
const identifies = (operation: string): boolean =>
  /access_token|_user|_session|second_factor/.test(operation);

/** Those of the table of access in which an administrator succeeds. */
const SHARED_ROWS = TENANCY_ROWS.filter(
  ({ operation, cells }) => cells.admin.status < 300 && !OWN.has(operation),
).map(({ operation, by, input }): InjectedRow => ({
  operation,
  by,
  identifies: identifies(operation),
  async request({ setUp, home, other }) {
    const caller = identifies(operation) ? await makeUser(setUp.deps, home.org) : home.admin;
    return {
      token: caller.token,
      input: await input(home, other),
    };
  },
}));

/** At least one request for every operation. */
export const INJECTED_ROWS: readonly InjectedRow[] = [...SHARED_ROWS, ...OWN_ROWS];
