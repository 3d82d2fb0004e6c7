import { expect } from 'chai';
import { ENDPOINTS } from '../../../api/endpoints.js';
import { everyModel } from '../../../shared/platform/migrations/inspect-indexes.js';
import type { Reply } from '../../fixtures/api.js';
import { MAIL_SETTINGS } from '../../fixtures/mail-settings.js';
import { longHeartbeat, makeDevices } from '../../fixtures/records/device.js';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { recordCommands, type SentCommand } from '../../fixtures/queries/round-trips.js';
import { readSharding, unaimed, type Sharding } from '../../fixtures/queries/shard-keys.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { importTwice, runEveryJob, runEverySecond } from './jobs.js';
import { callAdministration } from './administration.js';
import { callDevices, callSessions } from './console.js';
import { callOpenwisp, registerOpenwisp } from './openwisp.js';
import { callWebhooks } from './webhooks.js';
import { makeUserWithPassword, PASSWORD } from '../../browser/web-session.js';

const AP = '/v1/access_points';

describe('MongoDB sharded by the tables of docs/scaling.md', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let sharding: Sharding;
  /** The commands by sender. */
  const sent: Record<'requests' | 'jobs' | 'imports', SentCommand[]> = {
    requests: [],
    jobs: [],
    imports: [],
  };

  before(async () => {
    sharding = await readSharding();
    service = await TestService.open(MAIL_SETTINGS);
    fixture = await service.fixture();
    await everyOperation();
    await runEverySecond(service, fixture, (run) => record('jobs', run));
    await runEveryJob(service, fixture, (run) => record('jobs', run));
    await importTwice((run, mongo) => record('imports', run, { ...service.deps, mongo }));
  });
  after(() => service.close());

  /** Records only the commands of `run`, not those of the test's set-up. */
  async function record<T>(
    by: keyof typeof sent,
    run: () => Promise<T>,
    observed = service.deps,
  ): Promise<T> {
    const { result, commands } = await recordCommands(observed, run);
    sent[by].push(...commands);
    return result;
  }

  /** Sends a request about the fixture's records. Fails the test unless it succeeds. */
  async function call(
    method: string,
    path: string,
    body?: unknown,
    token: string | null = fixture.admin.token,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const options = { token: token ?? undefined, headers, ...(body === undefined ? {} : { body }) };
    const reply = await record('requests', () => service.api.call(method, path, options));
    expect(reply.status, `${method} ${path}: ${reply.text}`).to.be.below(300);
    return reply;
  }

  /** Calls every operation over HTTP, for a caller with access to all networks and for one with access to one. */
  async function everyOperation(): Promise<void> {
    const { org, network, part } = fixture;
    const other = await makeNetwork(service.deps, org);
    const restricted = await makeUser(service.deps, org, {
      role: 'operator',
      networks: [
        { id: network._id, access: 'full' },
        { id: other._id, access: 'full' },
      ],
    });
    for (const { token } of [fixture.admin, restricted]) {
      const devices = await makeDevices(service.deps, org, 6, () => ({ part, network }));
      const [first, second, third] = devices.map((device) => device.macId);
      await inventory(token, [first ?? '', second ?? '', third ?? ''], other._id);
      await callDevices(call, token, devices[3]?._id ?? 0);
      await ssids(token);
      await upgrades(token, devices[3]?._id ?? 0, devices[4]?._id ?? 0);
      await rollouts(token, devices[3]?._id ?? 0);
      await callWebhooks(call, fixture, (run) => record('requests', run));
      const [, , , fourth] = devices;
      if (fourth) await call('POST', '/device/v1/heartbeat', longHeartbeat(fourth), fourth.deviceKey);
      for (const action of ['blink', 'reboot'])
        await call('POST', `/v1/devices/${fourth?._id}/${action}`, {}, token);
      // Without canaries, a device that has not been tested may fetch.
      await call('PATCH', `/v1/networks/${network._id}`, { configuration: { canary: false } }, token);
      if (fourth)
        await call('GET', `/device/v1/configuration?mac_id=${fourth.macId}`, undefined, fourth.deviceKey);
      // In the other network: it takes no firmware, and the network above is upgraded.
      const [asking] = await makeDevices(service.deps, org, 1, () => ({ part, network: other }));
      if (asking) await callOpenwisp(call, service.deps, asking);
      await call('GET', '/v1/configuration_meanings', undefined, token);
      await call('GET', `/v1/networks/${network._id}/configuration`, undefined, token);
      await call('POST', `/v1/networks/${network._id}/configuration/retry`, {}, token);
      for (const device of devices.slice(3))
        await record('requests', () => service.acceptedHeartbeat(device));
    }
    await callAdministration(call, fixture);
    await registerOpenwisp(call, fixture);
    await accessTokens(org);
  }

  async function accessTokens(org: number): Promise<void> {
    const { user } = await makeUserWithPassword(service.api, org, { role: 'operator' });
    const signIn = async (): Promise<string> => {
      const made = await call('POST', '/v1/access_tokens', { email: user.email, password: PASSWORD });
      return (made.body as { access_token: string }).access_token;
    };
    await callSessions(call, service.api, user.email);
    const [first, second] = [await signIn(), await signIn()];
    await call('POST', '/v1/access_tokens', { name: 'own' }, second);
    const listed = await call('GET', '/v1/access_tokens', undefined, second);
    const tokens = (listed.body as { data: { access_tokens: { id: string; is_current: boolean }[] } }).data;
    const other = tokens.access_tokens.find((token) => !token.is_current);
    await call('DELETE', `/v1/access_tokens/${other?.id ?? ''}`, undefined, second);
    await call('DELETE', '/v1/access_tokens', undefined, second);
    await call('GET', `/v1/access_tokens?user_id=${user._id}`);
    await call('DELETE', `/v1/users/${user._id}/access_tokens`);
    expect((await service.api.call('GET', '/v1/access_tokens', { token: first })).status).to.equal(401);
  }

  async function inventory(token: string, macs: readonly string[], networkId: number): Promise<void> {
    const [mac_id] = macs;
    await call('GET', `${AP}/list_inventory?per_page=2`, undefined, token);
    await call('GET', `${AP}/list_inventory?mac_id=${mac_id ?? ''}&ui=1`, undefined, token);
    for (const query of ['', '?search=ap&page=2', '?search=up', '?sort_column=last_hb_on', '?search=wave 1'])
      await call('GET', `${AP}/rout_inventory_list${query}`, undefined, token);
    await call('GET', `${AP}/current_status?mac_id=${mac_id ?? ''}`, undefined, token);
    await call('GET', `${AP}/get_devices_from_serial?serial=SN-1`, undefined, token);
    await call('PUT', `${AP}/move_devices`, { devices: macs, existing_network_id: networkId }, token);
    if (token !== fixture.admin.token) return;
    const template = await service.deps.mongo.models.initTemplates.create({
      _id: 1,
      organisationId: fixture.org,
      name: 'cable',
      details: [{ uplink_type: '1' }],
    });
    await call('PUT', `${AP}/apply_configuration`, { mac_ids: macs.join(), init_template_id: template._id });
    await call('PUT', `${AP}/release_devices`, { devices: macs });
    await call('DELETE', `${AP}/remove_devices`, { devices: macs });
    await call('POST', `${AP}/provisioning`, { mac_id: macs.join(), network_id: networkId });
  }

  async function ssids(token: string): Promise<void> {
    const network_ssid = {
      ssid_name: `ssid of ${token.slice(0, 8)}`,
      ssid_mode: '1',
      dhcp_relay_server: '2',
    };
    const body = { network_id: fixture.network._id, network_ssid };
    const made = await call('POST', '/v1/network_ssids', body, token);
    const { id } = (made.body as { data: { id: number } }).data;
    for (const query of ['', `?network_id=${fixture.network._id}`])
      await call('GET', `/v1/list_network_ssids${query}`, undefined, token);
    await call('GET', '/v1/networks', undefined, token);
    await call('GET', '/v1/maintenance', undefined, token);
    await call('PATCH', `/v1/networks/${fixture.network._id}`, { windows: [] }, token);
    await call('GET', `/v1/network_ssids/${id}`, undefined, token);
    await call('PUT', `/v1/network_ssids/${id}`, { network_ssid: { ...network_ssid, nat: '1' } }, token);
    await call('PUT', `/v1/network_ssids/${id}/update_network_ssid`, { network_ssid }, token);
    await call('DELETE', `/v1/network_ssids/${id}`, undefined, token);
  }

  async function rollouts(token: string, device: number): Promise<void> {
    const create = async (target: string): Promise<string> => {
      const made = await call('POST', '/v1/rollouts', { name: 'All', targets: [target] }, token);
      return `/v1/rollouts/${(made.body as { data: { rollout: { id: number } } }).data.rollout.id}`;
    };
    await call('DELETE', await create(`AP:${device}`), undefined, token);
    const path = await create(`network:${fixture.network._id}`);
    const [{ _id } = { _id: 0 }] = await service.upgrades({ _id: device });
    await call('PATCH', path, { max_in_flight: 3 }, token);
    const { rollouts: model } = service.deps.mongo.models;
    const approve = token === fixture.admin.token ? ['stages/1/approve'] : [];
    for (const action of ['preview', 'start', ...approve, 'pause', 'retry', 'rollback', 'resume', 'cancel']) {
      await call('POST', `${path}/${action}`, undefined, token);
      await model.updateOne({ _id: Number(path.split('/').pop()) }, { $set: { 'stages.0.state': 'Done' } });
    }
    for (const read of [
      path,
      ...['devices', 'failures', 'preview', 'events', 'series'].map((list) => `${path}/${list}`),
      ...(token === fixture.admin.token ? ['/v1/audit_log', '/v1/audit_log?actor=system'] : []),
      ...['', `?upgrade_id=${_id}`].map((query) => `/v1/rollouts${query}`),
    ])
      await call('GET', read, undefined, token);
  }

  async function upgrades(token: string, first: number, second: number): Promise<void> {
    const schedule = (fields: object) => call('POST', '/upgrades', { upgrade: fields }, token);
    await schedule({ aps: [`network:${fixture.network._id}`] });
    await schedule({ aps: [`AP:${first}`, `AP:${second}`] });
    const [{ _id } = { _id: 0 }] = await service.upgrades({ _id: first });
    for (const path of [
      '',
      `/${_id}`,
      '/upgrade_list?search=pending&order[0][column]=0&columns[0][data]=status',
    ])
      await call('GET', `/upgrades${path}`, undefined, token);
    for (const path of ['targets?search=net', 'releases', 'schedules', `progress?ids=${_id}`])
      await call('GET', `/upgrades/${path}`, undefined, token);
    await call('PUT', `/upgrades/${_id}`, { upgrade: { save_prev_config: true } }, token);
    const begun = await makeUpgrade(service.deps, await fixture.device(), 'Installing', { attempts: 1 });
    await call('POST', `/v1/upgrades/${begun._id}/abandon`, undefined, token);
    await call('DELETE', `/upgrades/${_id}`, undefined, token);
    const { _id: scheduleId } = await service
      .latest({ _id: second })
      .then(({ scheduleId: id }) => ({ _id: id }));
    await call('DELETE', `/upgrades/schedules/${scheduleId}`, undefined, token);
    await schedule({ aps: [`AP:${first}`, `AP:${second}`] });
  }

  const unaimedOf = (commands: readonly SentCommand[]): string[] => [
    ...new Set(commands.flatMap((command) => unaimed(command, sharding))),
  ];

  it('queries of every operation contain the shard key, with three exceptions', async () => {
    const served = await service.deps.metrics.requests.get();
    const done = served.values.filter(({ labels }) => Number(labels['status']) < 300);
    const operations = new Set(done.map(({ labels }) => labels['operation']));
    expect([...operations]).to.include.members(ENDPOINTS.map((endpoint) => endpoint.operation));
    expect(unaimedOf(sent.requests)).to.have.members([
      'find master_inventory: routerSerialNumber',
      'find master_inventory: openwispUuid',
      'distinct master_inventory: deviceKeyHash',
    ]);
  });

  it('queries without the shard key are those of jobs and imports in the table, and the three exceptions', () => {
    const found = unaimedOf([...sent.requests, ...sent.jobs, ...sent.imports]);
    expect(found).to.have.members([...sharding.exceptions]);
  });

  it('unique indexes begin with the shard key, and every shard key has an index', () => {
    for (const model of everyModel(service.deps.mongo.models)) {
      const { collectionName: name } = model.collection;
      const key = sharding.keys.get(name);
      if (key === undefined || key === '_id') continue;
      const indexes = model.schema
        .indexes()
        .map(([fields, options]) => ({ first: Object.keys(fields)[0], options }));
      const unique = indexes.filter(({ options }) => options.unique === true);
      expect(
        unique.map(({ first }) => first),
        name,
      ).to.deep.equal(unique.map(() => key));
      expect(
        indexes.map(({ first }) => first),
        name,
      ).to.include(key);
    }
    const names = everyModel(service.deps.mongo.models).map((model) => model.collection.collectionName);
    expect(names).to.include.members([...sharding.keys.keys()]);
  });
});
