import { readScope, writeScope, type Caller } from '../../access/domain/access.js';
import { batchesOf } from '../../platform/mongo/batches.js';
import { normaliseMacForConfiguration } from '../../platform/values/mac.js';
import { uplinksFor } from '../domain/uplink-rules.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { HardwarePartRecord } from '../models/hardware-part.js';
import type { InitTemplateRecord } from '../models/init-template.js';
import type { DeviceListing } from '../stores/device-store.js';
import type { InventoryStores } from '../stores/stores.js';
import type { WantedUplinks } from '../stores/uplink-store.js';
import type { InventoryDeps } from '../deps.js';
import { deviceEntry, requireWritable } from './device-change.js';

export interface ConfigurationRequest {
  readonly macs: readonly string[];
  /** Blank when none was sent; preferred to the id. */
  readonly templateName: string;
  readonly templateId: number | null;
}

/** Used for a part number without a hardware part. */
const UNKNOWN_PART = { wifiUplink: false, usb: false } as const;

/**
 * Gives devices the uplinks of a template (docs/interface.md#apply_configuration) and returns the normalised MACs
 * that were not saved, in the order of the request. Each batch of 1,000 is one transaction, so no device is left
 * between its old uplinks and the new.
 * @throws AppError configurationParametersMissing, noDeviceForMacs, initTemplateNotFound, forbidden
 */
export async function applyConfiguration(
  { stores, now }: InventoryDeps,
  caller: Caller,
  request: ConfigurationRequest,
): Promise<{ notSaved: string[] }> {
  if (request.macs.length === 0 || (request.templateName === '' && request.templateId === null)) {
    throw new AppError('configurationParametersMissing');
  }
  const macs = [...new Set(request.macs.map(normaliseMacForConfiguration))];
  const devices = await stores.devices.findByMacs(readScope(caller), macs);
  if (devices.length === 0) throw new AppError('noDeviceForMacs');
  const template = await findTemplate(stores, caller.organisationId, request);
  if (!template) throw new AppError('initTemplateNotFound');
  requireWritable(caller, devices);
  const after = { init_template_id: template._id, init_template: template.name };
  const entry = deviceEntry(caller, 'devices.configured', devices, now(), after);
  const saved = new Set<number>();
  for (const batch of batchesOf(devices)) {
    const wanted = await uplinksOf(stores, template, batch);
    for (const id of await stores.uplinks.replace(writeScope(caller), wanted, now(), entry)) saved.add(id);
  }
  const savedMacs = new Set(devices.filter((device) => saved.has(device._id)).map((device) => device.macId));
  return { notSaved: macs.filter((mac) => !savedMacs.has(mac)) };
}

/** Rule 3: by name when a name was sent, otherwise by id. */
async function findTemplate(
  { templates }: InventoryStores,
  organisationId: number,
  { templateName, templateId }: ConfigurationRequest,
): Promise<InitTemplateRecord | null> {
  if (templateName !== '') return templates.findByName(organisationId, templateName);
  return templateId === null ? null : templates.find(organisationId, templateId);
}

/** The uplinks of a template that fit each device. */
export async function uplinksOf(
  { parts }: Pick<InventoryStores, 'parts'>,
  template: InitTemplateRecord,
  devices: readonly DeviceListing[],
): Promise<WantedUplinks[]> {
  const known = await parts.byNumbers(devices.map((device) => device.partNumber));
  return devices.map((device) => wantedUplinks(device, template, known));
}

/** Rule 5. */
function wantedUplinks(
  { _id, macId, partNumber }: DeviceListing,
  { name: templateName, details }: InitTemplateRecord,
  parts: ReadonlyMap<string, HardwarePartRecord>,
): WantedUplinks {
  const typed = details.map((entry) => ({ ...entry, uplink_type: uplinkType(entry) }));
  const chosen = uplinksFor(typed, parts.get(partNumber) ?? UNKNOWN_PART);
  return {
    templateName,
    deviceId: _id,
    macId,
    uplinks: chosen.map((entry) => ({ uplinkType: entry.uplink_type, details: entry })),
  };
}

function uplinkType({ uplink_type: type }: Record<string, unknown>): string {
  return typeof type === 'number' || typeof type === 'string' ? String(type) : '';
}
