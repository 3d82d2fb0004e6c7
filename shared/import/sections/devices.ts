import Joi from 'joi';
import { reportedPorts, type PortInput, type ReportedPort } from '../../inventory/domain/reported-port.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import { toEntry } from '../domain/entry.js';
import { notesText } from '../../inventory/domain/device-notes.js';
import { MAX_DEVICE_TAGS } from '../../inventory/domain/device-tags.js';
import { nameText, versionText } from '../../platform/values/texts.js';
import { partNumber } from '../../firmware/domain/firmware-file.js';
import { id, ipAddress, mac, optionalText, time } from '../domain/fields.js';
import { importedRadio } from '../domain/radio-entry.js';
import { planDevice, type DeviceEntry } from '../domain/plan-device.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { MasterDeviceRecord } from '../../inventory/models/master-device.js';
import { valuesOf, type CheckContext, type Located } from './check-context.js';
import { pages } from './export-context.js';
import type { FleetSection } from './section.js';
import { byKey, countsOf } from './write-context.js';

const lastHeartbeat = Joi.object({
  at: time.required(),
  public_ip: ipAddress.required(),
  firmware_version: versionText,
  ports: reportedPorts,
});

export const devices: FleetSection<DeviceEntry> = {
  schema: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    mac_id: mac.required(),
    name: nameText.allow(''),
    router_serial_number: optionalText,
    part_number: partNumber.required(),
    firmware_version: versionText.allow(''),
    location_network_id: id.allow(null),
    tag_ids: Joi.array().items(id).unique().max(MAX_DEVICE_TAGS),
    external_guid: optionalText.allow(null),
    notes: notesText,
    activated_on: time.allow(null),
    network_since: time.allow(null),
    tags_since: time.allow(null),
    radio: importedRadio,
    last_heartbeat: lastHeartbeat.allow(null),
  } satisfies Record<keyof DeviceEntry, Joi.Schema>),
  sequence: 'devices',

  async check(context, located) {
    const { fleetLookup } = context.deps.stores;
    const ids = valuesOf(located, (entry) => entry.id);
    const macs = valuesOf(located, (entry) => entry.mac_id);
    const stored = await fleetLookup.find('devices', ids, ['organisationId', 'macId']);
    const claims = await fleetLookup.find('masterInventory', macs, ['organisationId', 'deviceId']);
    await context.ownership('devices', 'devices', located, stored);
    await checkReferences(context, located);
    for (const { path, entry } of located) {
      context.addMac('devices', path, entry.mac_id);
      checkIdentity(context, `${path}.mac_id`, entry, stored, claims);
    }
    await checkRoom(context, located, (deviceId) => !stored.has(deviceId));
  },

  async write({ deps, known, audit }, entries) {
    await known.parts.load(entries.map((entry) => entry.part_number));
    // Callers may rename them while the import runs; the worker renames devices again for a minute after that.
    await known.networks.reload(entries.flatMap((entry) => entry.location_network_id ?? []));
    await known.tags.reload(entries.flatMap((entry) => entry.tag_ids ?? []));
    const entryOf = byKey(entries, (entry) => entry.id);
    const keys = entries.map((entry) => ({ id: entry.id, macId: entry.mac_id }));
    // Not the time of the import: a schedule looks for devices that have joined its networks since it was made.
    const at = deps.now();
    const written = await deps.stores.fleetDevices.put(keys, audit, (key, stored) =>
      planDevice(entryOf(key.id), stored, known, at),
    );
    return countsOf(written);
  },

  async *export(context) {
    for await (const records of pages(context, 'devices')) {
      const states = await context.deps.stores.fleetExport.states(records.map(({ _id }) => _id));
      yield records.map(
        (device) =>
          ({
            ...toEntry(
              [
                'id',
                'organisation_id',
                'mac_id',
                'name',
                'router_serial_number',
                'part_number',
                'firmware_version',
                'location_network_id',
                'tag_ids',
                'external_guid',
                'activated_on',
                'network_since',
                'tags_since',
              ],
              device,
            ),
            ...(device.notes ? { notes: device.notes } : {}),
            ...(device.radio ? { radio: device.radio } : {}),
            last_heartbeat: heartbeatEntry(states.get(device._id)),
          }) satisfies Record<Exclude<keyof DeviceEntry, 'radio' | 'notes'>, unknown>,
      );
    }
  },
};

async function checkReferences(
  context: CheckContext,
  located: readonly Located<DeviceEntry>[],
): Promise<void> {
  const { parts, networks, tags } = context.known;
  await parts.load(valuesOf(located, (entry) => entry.part_number));
  await networks.load(valuesOf(located, (entry) => entry.location_network_id));
  await tags.load(valuesOf(located, (entry) => entry.tag_ids));
  for (const { path, entry } of located) {
    const { organisation_id: organisationId, location_network_id: networkId, tag_ids: tagIds } = entry;
    context.part(`${path}.part_number`, entry.part_number);
    if (networkId !== undefined && networkId !== null) {
      const reference = { path: `${path}.location_network_id`, id: networkId, organisationId };
      context.reference('network', reference, networks.get(networkId));
    }
    tagIds?.forEach((tagId, index) => {
      const reference = { path: `${path}.tag_ids[${index}]`, id: tagId, organisationId };
      context.reference('tag', reference, tags.get(tagId));
    });
  }
}

/** A MAC belongs to one device of the installation, and a stored device keeps its MAC. */
function checkIdentity(
  { faults }: CheckContext,
  path: string,
  { id: deviceId, organisation_id: organisationId, mac_id: macId }: Located<DeviceEntry>['entry'],
  stored: ReadonlyMap<number, Pick<DeviceRecord, 'organisationId' | 'macId'>>,
  claims: ReadonlyMap<string, Pick<MasterDeviceRecord, 'organisationId' | 'deviceId'>>,
): void {
  if (deviceId === undefined || organisationId === undefined || macId === undefined) return;
  const device = stored.get(deviceId);
  if (device?.organisationId === organisationId && device.macId !== macId) {
    faults.add(path, `device ${deviceId} is ${device.macId}: remove it before another device gets its id`);
  }
  const claim = claims.get(macId);
  if (claim === undefined || claim.organisationId === null) return;
  if (claim.organisationId !== organisationId) faults.add(path, `${macId} belongs to another organisation`);
  else if (claim.deviceId !== deviceId)
    faults.add(path, `${macId} is device ${String(claim.deviceId)} already`);
}

/** A fault for the first device of each organisation that exceeds no_of_aps. */
async function checkRoom(
  context: CheckContext,
  located: readonly Located<DeviceEntry>[],
  isNew: (deviceId: number) => boolean,
): Promise<void> {
  const { deviceCounts, known, faults, deps } = context;
  const seen = new Set(valuesOf(located, (entry) => entry.organisation_id));
  const uncounted = [...seen].filter((organisationId) => !deviceCounts.has(organisationId));
  if (uncounted.length > 0) {
    const stored = await deps.stores.fleetLookup.deviceCounts(uncounted);
    for (const organisationId of uncounted) deviceCounts.set(organisationId, stored.get(organisationId) ?? 0);
  }
  for (const { path, entry } of located) {
    const { id: deviceId, organisation_id: organisationId } = entry;
    if (deviceId === undefined || organisationId === undefined) continue;
    const count = (deviceCounts.get(organisationId) ?? 0) + (isNew(deviceId) ? 1 : 0);
    deviceCounts.set(organisationId, count);
    const max = known.organisations.get(organisationId)?.noOfAps;
    if (max === undefined || count <= max) continue;
    if (!context.addKey('full organisation', String(organisationId))) continue;
    faults.add(path, `organisation ${organisationId} has no room for it: no_of_aps is ${max}`);
  }
}

function heartbeatEntry(state: DeviceStateRecord | undefined): (DeviceEntry['last_heartbeat'] & {}) | null {
  if (!state?.lastHeartbeatAt || state.publicIp === null) return null;
  const { lastHeartbeatAt: at, publicIp: public_ip, firmwareVersion, ports } = state;
  const firmware = firmwareVersion ? { firmware_version: firmwareVersion } : {};
  return { at, public_ip, ...firmware, ports: ports?.map(portEntry) ?? null };
}

function portEntry({ upTime, totalUsage, ...port }: ReportedPort): PortInput {
  return { ...port, up_time: upTime, total_usage: totalUsage };
}
