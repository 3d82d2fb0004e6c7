import { expect } from 'chai';
import fc from 'fast-check';
import { hashToken, newToken } from '../../../shared/platform/values/secrets.js';
import type { TestApi } from '../../fixtures/api.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import {
  sendHeartbeat,
  type HeartbeatFields,
  type TestService,
} from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const DEVICES = 3;
const ACTIONS = 100;

/** One of a few, the first more often than the others. */
const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const device = fc.nat(DEVICES - 1);
const beat = fc.record({
  do: fc.constant('beat' as const),
  device,
  api: fc.nat(1),
  passed: mostly(30, 0, 1, 400),
  restarts: mostly(false, true),
  key: mostly('own' as const, 'before' as const),
  clients: fc.option(fc.nat(5)),
});
const change = fc.record({
  do: fc.constantFrom(
    ...(['key', 'key', 'key', 'move', 'upgrade', 'version', 'fetch'] as const),
    ...(['reports', 'fails', 'leaves_out', 'retry', 'reports_nothing', 'remove'] as const),
  ),
  device,
  api: fc.nat(1),
});

type Made<T> = T extends fc.Arbitrary<infer V> ? V : never;
type Beat = Made<typeof beat>;
type Change = Made<typeof change>;

/** What devices, callers and the worker do, one after the other. */
export const actions = fc.array(fc.oneof({ weight: 6, arbitrary: beat }, { weight: 1, arbitrary: change }), {
  minLength: ACTIONS,
  maxLength: ACTIONS,
});

/** A device of which one part of the answers is compared, and what it would say of itself. */
interface Side {
  readonly device: TestDevice;
  keyBefore: string;
  fetched: string | null;
}

interface Twin {
  /** Heard by APIs that remember devices. */
  readonly remembered: Side;
  /** Heard by an API that reads everything each time. */
  readonly read: Side;
  uptimeS: number;
  version: string;
  /** What it reports of its configuration. */
  configuration: 'none' | 'fetched' | 'left_out' | 'failed';
  attempt: number;
}

const NEW_TWIN = { uptimeS: 1000, version: '1.0.0', configuration: 'none', attempt: 0 } as const;

/** Pairs of devices to which the same happens. */
export class Twins {
  private moves = 0;

  private constructor(
    private readonly service: TestService,
    private readonly apis: readonly TestApi[],
    private readonly reading: TestApi,
    private readonly fixture: UpgradeFixture,
    private readonly networks: readonly number[],
    private readonly twins: readonly Twin[],
  ) {}

  static async open(service: TestService, apis: readonly TestApi[], reading: TestApi): Promise<Twins> {
    const fixture = await service.fixture();
    const other = await makeNetwork(service.deps, fixture.org);
    const side = async (): Promise<Side> => {
      const made = await fixture.device({ network: fixture.network });
      return { device: made, keyBefore: made.deviceKey, fetched: null };
    };
    const twins: Twin[] = [];
    for (let made = 0; made < DEVICES; made += 1)
      twins.push({ remembered: await side(), read: await side(), ...NEW_TWIN });
    return new Twins(service, apis, reading, fixture, [other._id, fixture.network._id], twins);
  }

  async play(action: Beat | Change): Promise<void> {
    const twin = this.twins[action.device] as Twin;
    if (action.do === 'beat') await this.hear(twin, action);
    else await this.change(twin, action);
  }

  /** The stored records of both sides are the same. */
  async compare(): Promise<void> {
    for (const { remembered, read } of this.twins)
      expect(await this.stored(remembered.device)).to.deep.equal(await this.stored(read.device));
  }

  private async hear(twin: Twin, action: Beat): Promise<void> {
    this.service.clock.advance(action.passed);
    twin.uptimeS = action.restarts ? 5 : twin.uptimeS + action.passed;
    const [answer, expected] = [
      await this.send(twin, twin.remembered, this.apis[action.api] as TestApi, action),
      await this.send(twin, twin.read, this.reading, action),
    ];
    expect(answer).to.deep.equal(expected);
  }

  private async send(twin: Twin, side: Side, api: TestApi, action: Beat): Promise<object> {
    const { uptimeS, version, configuration } = twin;
    const fields: HeartbeatFields = {
      firmware_version: version,
      uptime_s: uptimeS,
      ...(configuration === 'none' ? {} : { configuration: reportOf(side, twin) }),
      ...(action.clients === null ? {} : { wifi: { clients: action.clients, rx_bytes: 10 * uptimeS } }),
    };
    const deviceKey = action.key === 'own' ? side.device.deviceKey : side.keyBefore;
    const { status, body } = await sendHeartbeat(api, { ...side.device, deviceKey }, fields);
    const { upgrade, abort, error_code, ...answer } = body as Record<string, unknown>;
    return {
      status,
      error_code,
      version: (upgrade as { version: string } | null | undefined)?.version,
      isAborted: abort !== undefined,
      fetch: (answer['configuration'] as { fetch: boolean } | undefined)?.fetch,
    };
  }

  private async change(twin: Twin, { do: what, api }: Change): Promise<void> {
    const sides = [twin.remembered, twin.read];
    const macs = sides.map((side) => side.device.macId);
    const ids = sides.map((side) => side.device._id);
    const call = async (path: string, body: object): Promise<void> => {
      await this.fixture.call('POST', path, { body });
    };
    this.moves += what === 'move' ? 1 : 0;
    if (what === 'move')
      await call('/v1/access_points/move_devices', {
        devices: macs,
        existing_network_id: this.networks[this.moves % 2],
      });
    else if (what === 'remove') await call('/v1/access_points/remove_devices', { devices: macs });
    else if (what === 'upgrade') {
      await this.fixture.post({ aps: ids.map((id) => `AP:${id}`) });
      await this.service.dispatch();
    } else if (what === 'key') for (const side of sides) await this.replaceKey(side);
    else if (what === 'version') twin.version = twin.version === '1.0.0' ? '1.10.0' : '1.0.0';
    else if (what === 'reports') twin.configuration = 'fetched';
    else if (what === 'leaves_out') twin.configuration = 'left_out';
    else if (what === 'retry') for (const id of ids) await call(`/v1/devices/${id}/configuration/retry`, {});
    else if (what === 'reports_nothing') twin.configuration = 'none';
    else if (what === 'fails') {
      twin.configuration = 'failed';
      twin.attempt += 1;
    } else {
      await this.fetch(twin.remembered, this.apis[api] as TestApi);
      await this.fetch(twin.read, this.reading);
    }
  }

  private async replaceKey(side: Side): Promise<void> {
    const { stores, mongo } = this.service.deps;
    const { organisationId, _id: deviceId, macId } = side.device;
    const deviceKey = newToken();
    const enrolment = { nonceHash: hashToken(deviceKey), at: this.service.clock.now() };
    const issued = { enrolment, deviceKeyHash: hashToken(deviceKey) };
    await stores.transact(organisationId, async (session) => {
      const master = await mongo.models.masterInventory.findById(macId).session(session).lean();
      const before = master?.enrolment ?? null;
      await stores.enrolledDevices.replaceKey({ organisationId, deviceId, macId }, before, issued, session);
    });
    side.keyBefore = side.device.deviceKey;
    Object.assign(side.device, { deviceKey });
  }

  private async fetch(side: Side, api: TestApi): Promise<void> {
    const { status, body } = await api.call('GET', '/device/v1/configuration', {
      query: { mac_id: side.device.macId },
      token: side.device.deviceKey,
    });
    if (status === 200) side.fetched = (body as { revision: string }).revision;
  }

  private async stored({ _id }: TestDevice): Promise<object> {
    const { devices, deviceStates, upgrades } = this.service.deps.mongo.models;
    const [inventory, state, ofDevice] = await Promise.all([
      devices.findById(_id).lean(),
      deviceStates.findById(_id).lean(),
      upgrades.find({ routerInventoryId: _id }).sort({ _id: 1 }).lean(),
    ]);
    const { lastHeartbeatAt, publicIp, firmwareVersion, uptimeS, restarts, wifi, wifiAt, configuration } =
      state ?? {};
    return {
      inventory: inventory && [inventory.firmwareVersion, inventory.locationNetworkId],
      state: { lastHeartbeatAt, publicIp, firmwareVersion, uptimeS, restarts, wifiAt },
      wifi: [wifi?.clients, wifi?.rxBytes],
      configuration: [configuration?.report?.state, configuration?.problem, configuration?.refused?.state],
      upgrades: ofDevice.map(({ status, attempts, offeredAt }) => ({ status, attempts, offeredAt })),
    };
  }
}

function reportOf({ fetched }: Side, { configuration, attempt }: Twin): object {
  if (configuration === 'fetched' || fetched === null) return { revision: fetched };
  if (configuration === 'left_out')
    return { revision: fetched, left_out: [{ ssid_id: 1, feature: 'roaming' }] };
  return { revision: null, state: 'failed', attempted: fetched, attempt, error: { code: 'invalid' } };
}
