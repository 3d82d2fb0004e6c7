import Joi from 'joi';
import { hoursFields, storedHours, type NetworkHours } from '../../inventory/domain/network-hours.js';
import { placeFaults, placeFields, type NetworkPlace } from '../../inventory/domain/network-place.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import { toEntry } from '../domain/entry.js';
import { nameText } from '../../platform/values/texts.js';
import { id } from '../domain/fields.js';
import { importedRadio, storedRadio, type RadioEntry } from '../domain/radio-entry.js';
import { each } from './export-context.js';
import type { FleetSection } from './section.js';
import { upsertRenaming } from './write-context.js';

export interface NetworkEntry extends Partial<NetworkHours>, Partial<NetworkPlace>, RadioEntry {
  id: number;
  organisation_id: number;
  network_name: string;
}

export const networks: FleetSection<NetworkEntry> = {
  schema: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    network_name: nameText.required(),
    time_zone: hoursFields.time_zone.allow(null),
    windows: hoursFields.windows.allow(null),
    latitude: placeFields.latitude.allow(null),
    longitude: placeFields.longitude.allow(null),
    address: placeFields.address.allow(null),
    radio: importedRadio,
  }).custom(withWholePlace),
  sequence: 'networks',

  async check(context, located) {
    await context.ownership('networks', 'networks', located);
    for (const { entry } of located) {
      const { id: networkId, organisation_id: organisationId, network_name: networkName = '' } = entry;
      if (networkId === undefined || organisationId === undefined) continue;
      context.known.networks.set(networkId, { organisationId, networkName });
    }
  },

  write: upsertRenaming(
    'networks',
    (entry) => entry.id,
    recordOf,
    (renames, before, { organisationId, _id, networkName }) =>
      before.networkName === networkName ? undefined : renames.network(organisationId, _id, networkName),
  ),

  export: each('networks', (record) => ({
    ...toEntry(['id', 'organisation_id', 'network_name'], record),
    ...(record.timeZone ? { time_zone: record.timeZone } : {}),
    ...(record.windows ? { windows: record.windows } : {}),
    ...exportedPlace(record),
    ...(record.radio ? { radio: record.radio } : {}),
  })),
};

/** An entry has both coordinates, or leaves both as they are. */
function withWholePlace(entry: NetworkEntry, helpers: Joi.CustomHelpers): NetworkEntry | Joi.ErrorReport {
  const { latitude = null, longitude = null } = entry;
  const [fault] = placeFaults({ latitude, longitude });
  return fault ? helpers.message({ custom: `${fault.path} ${fault.msg}` }) : entry;
}

function exportedPlace({ latitude, longitude, address }: NetworkRecord): Partial<NetworkPlace> {
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number';
  return { ...(isPlaced ? { latitude, longitude } : {}), ...(address ? { address } : {}) };
}

/** An entry without hours, place or radio settings leaves those of the stored network as they are. */
function recordOf(
  { id: _id, organisation_id: organisationId, network_name: networkName, radio, ...entry }: NetworkEntry,
  existing: NetworkRecord | null,
): NetworkRecord {
  const { latitude, longitude = null, address, ...hours } = entry;
  const { timeZone: time_zone = null, windows = null } = existing ?? {};
  const given = Object.keys(hours).length > 0 ? storedHours({ time_zone, windows, ...hours }) : {};
  return {
    deviceCount: 0,
    ...existing,
    _id,
    organisationId,
    networkName,
    ...given,
    ...(latitude === undefined ? {} : { latitude, longitude }),
    ...(address === undefined ? {} : { address }),
    ...storedRadio(radio, existing?.radio),
  };
}
