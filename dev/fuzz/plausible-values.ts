import fc from 'fast-check';
import { uuidOfMac } from '../../shared/openwisp/domain/device-uuid.js';
import type { KnownValues } from './fuzz-fleet.js';
import type { JsonSchema } from './read-operations.js';

type Values = fc.Arbitrary<unknown>;

/**
 * Valid-looking values, so that requests pass the first checks. Chosen by the parameter's name, or else by its
 * schema.
 */
export function plausibleValue(
  name: string,
  schema: JsonSchema,
  own: KnownValues,
  other: KnownValues,
): Values {
  return byName(name, own, other) ?? bySchema(schema, own, other);
}

function byName(name: string, own: KnownValues, other: KnownValues): Values | undefined {
  const of = <T>(pick: (known: KnownValues) => readonly T[]): fc.Arbitrary<T> =>
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...pick(own)) },
      { weight: 1, arbitrary: fc.constantFrom(...pick(other)) },
    );
  const several = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
    fc.array(one, { minLength: 1, maxLength: 5 });
  const joined = (one: Values): Values => several(one).map((list) => list.join(','));
  const mac = of((known) => known.macs);
  const built = of((known) => [...known.unclaimed, ...known.macs]);
  const network = of((known) => known.ids.networks);
  const target = fc.oneof(
    of((known) => known.ids.devices).map((id) => `AP:${id}`),
    network.map((id) => `network:${id}`),
    of((known) => known.ids.tags).map((id) => `tag:${id}`),
  );
  const values: Readonly<Record<string, Values>> = {
    mac_id: fc.oneof(
      mac,
      built,
      joined(built),
      of((known) => known.strangers),
    ),
    token: fc.constantFrom(...own.enrolmentTokens, 'unknown'),
    secret: fc.constantFrom(...own.enrolmentTokens, 'unknown'),
    mac_address: of((known) => [...known.strangers, ...known.macs]),
    model: fc.constantFrom('fuzz,AP', 'unheard of'),
    uuid: mac.map(uuidOfMac),
    key: fc.constantFrom(...own.deviceKeys),
    nonce: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
    board: fc.constantFrom('fuzz,AP', 'fuzz,SW', 'unheard of'),
    max_devices: fc.constantFrom(1, 10),
    expires_at: fc.constantFrom('2100-01-01T00:00:00Z', '2020-01-01T00:00:00Z'),
    mac_ids: joined(mac),
    devices: fc.oneof(several(mac), several(of((known) => known.ids.devices)), joined(mac)),
    network_id: network,
    existing_network_id: network,
    network_name: of((known) => known.ids.networks.map((id) => `mark-${known.org}-network ${id}`)),
    latitude: fc.constantFrom(48.1371, -33.9, null),
    longitude: fc.constantFrom(11.5754, 151.2, null),
    address: fc.constantFrom('Quay Street 1', null),
    serial: joined(of((known) => known.serials)),
    init_template_id: of((known) => known.ids.templates),
    id: of((known) => [...known.ids.ssids, ...known.ids.upgrades]),
    ids: several(of((known) => known.ids.upgrades)),
    aps: several(target),
    associated_aps_and_tags: several(target),
    search: fc.constantFrom('device', 'mark', 'fuzz ap', '02:f0', 'up', 'down'),
    page: fc.constantFrom(1, 2, 3, 100),
    per_page: fc.constantFrom(1, 5, 100, 5000),
    version: fc.constantFrom('1.5.0', '2.0.0'),
    schedule_at: fc.constantFrom('2026-12-24 18:00', '2027-01-01T00:00:00Z'),
    time_zone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC'),
    firmware_version: fc.constantFrom('1.0.0', '2.0.0'),
    order: fc.constant([{ column: 1, dir: 'desc' }]),
    columns: fc.constant([{ data: 'id' }, { data: 'version' }]),
    // A request must not contain another organisation's mark: its echo would look like a leak.
    email: fc.constantFrom('nobody@fuzz.test', 'somebody@fuzz.test'),
    password: fc.constantFrom('wrong', 'wrong again'),
    ssid_name: fc.string({ minLength: 1, maxLength: 20 }),
    wpa_key: fc.constantFrom('a good long key', null, ''),
    extras: fc.constantFrom(null, { dtim_period: 2 }, { options: { uci: { uapsd: '0' } } }),
    ip_address: fc.constant('192.168.1.1'),
    subnet_mask: fc.constant('255.255.255.0'),
    ssid_mode: fc.constant('1'),
    dhcp_relay_server: fc.constant('2'),
  };
  return Object.hasOwn(values, name) ? ownMarksOnly(values[name], own) : undefined;
}

/** Replaces texts with another organisation's mark. */
function ownMarksOnly(values: Values | undefined, { org }: KnownValues): Values | undefined {
  return values?.map((value) =>
    typeof value === 'string' && /mark-\d/.test(value) && !value.includes(`mark-${org}-`) ? 'unknown' : value,
  );
}

function bySchema(schema: JsonSchema, own: KnownValues, other: KnownValues): Values {
  const anyOf = schema['anyOf'] as JsonSchema[] | undefined;
  if (anyOf) return fc.oneof(...anyOf.map((one) => bySchema(one, own, other)));
  const choices = schema['enum'] as unknown[] | undefined;
  if (choices) return fc.constantFrom(...choices);
  const types = [schema['type']].flat();
  if (types.includes('object')) return plausibleObject(schema, own, other);
  if (types.includes('array')) {
    return fc.array(bySchema((schema['items'] as JsonSchema | undefined) ?? {}, own, other), {
      maxLength: 4,
    });
  }
  if (types.includes('integer') || types.includes('number')) return fc.nat(100);
  if (types.includes('boolean')) return fc.boolean();
  if (types.includes('string')) return fc.string({ maxLength: 30 });
  return fc.constantFrom<unknown>('1', '2', 3, true, '', null, 'text', '10.0.0.1', 'https://x.test/', []);
}

function plausibleObject(schema: JsonSchema, own: KnownValues, other: KnownValues): Values {
  const properties = (schema['properties'] as Record<string, JsonSchema> | undefined) ?? {};
  const values = Object.entries(properties).map(([name, inner]) => [
    name,
    plausibleValue(name, inner, own, other),
  ]);
  return fc.record(Object.fromEntries(values) as Record<string, Values>, { requiredKeys: [] });
}
