import { expect } from 'chai';
import { ENDPOINTS } from '../../api/endpoints.js';
import type { Endpoint } from '../../api/http/endpoint.js';
import { startTestApi, type Reply, type TestApi } from '../fixtures/api.js';
import { askById } from '../fixtures/asking.js';
import { sampleOf } from '../fixtures/seed.js';
import { FaultyApi } from '../injected/faulty-api.js';
import { changes, InjectedService } from '../injected/injected-service.js';
import type { InjectedRow, Request } from '../injected/injected-row.js';
import { INJECTED_ROWS } from '../injected/rows.js';

/** The changes of docs/interface.md, which have no key, and those that need none: a repetition is not authenticated. */
const WITHOUT_KEY = [
  'provisioning',
  'apply_configuration',
  'release_devices',
  'remove_devices',
  'move_devices',
  'SSID create',
  'update_network_ssid',
  'SSID update',
  'SSID destroy',
  'upgrade schedules delete',
  'upgrades create',
  'upgrades update',
  'upgrades delete',
  'enrol',
  'openwisp_register',
  'openwisp_checksum',
  'openwisp_download_config',
  'openwisp_report_status',
  'openwisp_update_info',
  'heartbeat',
  'open_session',
  'begin_passkey_session',
  'complete_session',
  'begin_second_factor',
  'confirm_second_factor',
  'update_second_factor',
  'remove_second_factor',
  'renew_recovery_codes',
  'close_session',
  'revoke_access_token',
  'change_own_password',
  'change_own_email',
  'replace_sso',
  'remove_sso',
];
/** Writes one transaction for each network: a repetition goes on, and is refused where the name is there already. */
const IN_STEPS = 'copy_ssid';
/** A signed-in caller has a key; a sign-in has none. */
const isKeyed = ({ by }: InjectedRow): boolean => by !== 'email and password';

const takesKey = ({ headers }: Endpoint): boolean => headers?.includes('Idempotency-Key') === true;
const isReplay = ({ headers }: Reply): boolean => headers.get('Idempotency-Replayed') === 'true';

describe('the Idempotency-Key of every operation', () => {
  let faulty: FaultyApi;
  let service: InjectedService;
  let dying: TestApi;
  let keys = 0;
  before(async () => {
    faulty = await FaultyApi.start();
    dying = await startTestApi({
      failpoint: (at) => (at === 'request-carried-out' ? Promise.reject(new Error('died')) : undefined),
    });
  });
  after(async () => {
    await dying.close();
    await faulty.close();
  });
  beforeEach(async () => {
    service = await InjectedService.make(faulty);
    keys += 1;
  });

  async function send(
    api: TestApi,
    endpoint: Endpoint,
    { input, token, headers }: Request,
    attempt = '',
  ): Promise<Reply> {
    const reply = await askById(api, endpoint, input, {
      token,
      headers: { ...headers, 'Idempotency-Key': `contract-${process.pid}-${keys}${attempt}` },
    });
    if (!reply) throw new Error(`${endpoint.operation} needs other parameters`);
    return reply;
  }

  it('is taken by every change, with few exceptions', () => {
    const without = ENDPOINTS.filter((endpoint) => endpoint.changes && !takesKey(endpoint));
    expect(without.map(({ operation }) => operation)).to.have.members(WITHOUT_KEY);
  });

  for (const endpoint of sampleOf(ENDPOINTS.filter(takesKey), 0, 2)) {
    const row = INJECTED_ROWS.find((one) => one.operation === endpoint.operation && isKeyed(one));

    // docs/http.md#idempotency-1
    it(`of ${endpoint.operation} gives the first answer again, and nothing changes`, async () => {
      const request = await row?.request(service);
      if (!request) throw new Error(`There is no request of ${endpoint.operation}`);
      const first = await send(service.setUp, endpoint, request);
      expect(first.status, first.text).to.be.within(200, 204);
      const before = await service.counts();
      const again = await send(service.setUp, endpoint, request);
      expect([again.status, isReplay(again)], again.text).to.deep.equal([first.status, true]);
      expect(withoutSecrets(again)).to.equal(withoutSecrets(first));
      expect(again.headers.get('ETag')).to.equal(first.headers.get('ETag'));
      expect(changes(before, await service.counts())).to.deep.equal({});
    });

    // docs/http.md#idempotency-4
    // docs/administration.md#copy_ssid-3
    it(`of ${endpoint.operation} is kept with the change when the process dies before it answers`, async () => {
      const request = await row?.request(service);
      if (!request) throw new Error(`There is no request of ${endpoint.operation}`);
      const before = await service.counts();
      expect((await send(dying, endpoint, request)).status).to.equal(500);
      const after = await service.counts();
      const reply = await send(service.setUp, endpoint, request);
      expect(reply.status, reply.text).to.be.within(200, 204);
      const isChanged = Object.keys(changes(before, after)).length > 0;
      expect(isReplay(reply), 'a replay').to.equal(isChanged && endpoint.operation !== IN_STEPS);
      expect(changes(after, await service.counts())).to.deep.equal({});
    });
  }
});

/** A secret is shown once; it is null in a replay. */
function withoutSecrets({ text }: Reply): string {
  return text.replaceAll(
    /"(access_token|secret|invitation|password_link)":("[^"]*"|\{[^}]*\}|null)/g,
    '"$1":null',
  );
}
