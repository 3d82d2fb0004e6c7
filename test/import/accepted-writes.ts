import { expect } from 'chai';
import { isDeepStrictEqual } from 'node:util';
import { ENDPOINTS } from '../../api/endpoints.js';
import { readingRequests } from '../fixtures/reading-requests.js';
import { TestService } from '../fixtures/records/test-service.js';
import { comparable } from './installation.js';
import { withRestored } from './restored.js';
import { WRITES } from './write-requests.js';
import { WriteWorld } from './write-world.js';
import { runLoop } from '../../dev/run-loop.js';

/** What a fleet file does not have: rollouts, webhooks, alerts, bulk operations, the audit log, authorities, and what is made of them. */
const NOT_IN_FILE =
  /rollout|webhook|alert|notification|enrolment|bulk|audit|device_events|overview|quick_search|series|configuration|ucentral_ca|sso/;

/**
 * Makes random requests of every operation that writes until so many were accepted, `each` of the named operations among
 * them, and lets devices, schedules and bulk operations go on meanwhile. Then exports everything and imports it into an empty database: the export has no fault, the
 * import accepts it, and every reading operation answers as before.
 * @returns how often each operation was accepted
 */
export async function expectRestorable(
  accepted: number,
  seed: number,
  each: readonly string[] = [],
): Promise<Map<string, number>> {
  const service = await TestService.open({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  try {
    const world = await WriteWorld.make(service, seed);
    const counts = await writeRandomly(world, accepted, each);
    await expectRestored(world);
    return counts;
  } finally {
    await service.close();
  }
}

/** In so many requests of each operation, one is accepted. */
const MAX_ROUNDS = 200;

async function writeRandomly(
  world: WriteWorld,
  wanted: number,
  each: readonly string[],
): Promise<Map<string, number>> {
  const { service, admin } = world;
  const operations = Object.keys(WRITES);
  const counts = new Map<string, number>();
  let accepted = 0;
  const missing = () => each.filter((operation) => !counts.has(operation));
  for (let sent = 0; accepted < wanted || missing().length > 0; sent += 1) {
    const operation = operations[sent % operations.length] ?? '';
    const [method, path, options] = (await WRITES[operation]?.(world)) ?? ['GET', '/'];
    const { token } = admin;
    const reply = await service.api.call(method, path, options?.headers ? options : { token, ...options });
    expect(reply.status, `${operation}: ${reply.text}`).to.be.below(500);
    if (reply.status < 300) {
      accepted += 1;
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
    }
    if (sent % operations.length === 0) await goOn(service);
    expect(sent, `requests; not accepted yet: ${missing().join(', ')}`).to.be.below(
      MAX_ROUNDS * operations.length,
    );
  }
  await goOn(service);
  return counts;
}

async function goOn(service: TestService): Promise<void> {
  await runLoop('bulk', service.deps);
  service.clock.advance(600);
  await service.dispatch();
  await service.sweep();
}

/**
 * What a fleet file keeps of an answer (docs/operations.md#backup-and-restore): not the settings of a network's
 * configuration, nor targets of SSIDs that no longer exist.
 */
function inFile(body: unknown, live: ReadonlySet<string>): unknown {
  return JSON.parse(JSON.stringify(comparable(body)), (key, value: unknown) => {
    if (key === 'configuration') return {};
    if (key === 'associated_aps_and_tags') return (value as string[]).filter((target) => live.has(target));
    return value;
  });
}

/** Every place where two answers differ, such as `1.data.tags.3.name: "a" is now "b"`. */
function changes(before: unknown, after: unknown, path = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const keys = [before, after].map((value) =>
    value && typeof value === 'object' ? Object.keys(value) : null,
  );
  if (!keys[0] || !isDeepStrictEqual(keys[0], keys[1])) {
    return [`${path}: ${shown(before)} is now ${shown(after)}`];
  }
  const [one, other] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  return keys[0].flatMap((key) => changes(one[key], other[key], path === '' ? key : `${path}.${key}`));
}

function shown(value: unknown): string {
  return JSON.stringify(value ?? null).slice(0, 300);
}

/** The devices and tags that exist, as SSIDs name them. */
async function liveTargets({ service }: WriteWorld): Promise<Set<string>> {
  const { devices, tags } = service.deps.mongo.models;
  const deviceIds = await devices.distinct('_id');
  const tagIds = await tags.distinct('_id');
  return new Set([...deviceIds.map((id) => `AP:${id}`), ...tagIds.map((id) => `tag:${id}`)]);
}

async function expectRestored(world: WriteWorld): Promise<void> {
  const { service, admin, fixture } = world;
  await withRestored(service, async (to) => {
    const requests = readingRequests({
      macs: await world.macs(),
      deviceIds: await world.ids('devices'),
      serial: world.devices.map(({ routerSerialNumber }) => routerSerialNumber).join(','),
      networkId: fixture.network._id,
      ssidIds: await world.ids('networkSsids'),
      radiusServerIds: await world.ids('radiusServers'),
      upgradeIds: await world.ids('upgrades'),
    });
    const live = await liveTargets(world);
    for (const { operation, changes: writes } of ENDPOINTS) {
      if (writes || NOT_IN_FILE.test(operation)) continue;
      for (const [at, query] of requests.get(operation) ?? []) {
        const before = await service.api.call('GET', at, { query, token: admin.token });
        const after = await to.api.call('GET', at, { query, token: admin.token });
        const what = `${operation}: ${at} ${JSON.stringify(query)}`;
        const changed = changes(
          [before.status, inFile(before.body, live)],
          [after.status, inFile(after.body, live)],
        );
        expect(changed.slice(0, 20), what).to.deep.equal([]);
      }
    }
  });
}
