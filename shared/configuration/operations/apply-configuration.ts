import { readScope, writeScope, type Caller } from '../../access/domain/access.js';
import { batchesOf } from '../../platform/mongo/batches.js';
import { normaliseMacForConfiguration } from '../../platform/values/mac.js';
import type { KeyRing } from '../../platform/values/encrypt.js';
import { uplinksFor } from '../domain/uplink-rules.js';
import { decryptEntries, encryptEntries, type UplinkEntry } from '../domain/uplink-secrets.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { InitTemplateRecord } from '../../inventory/models/init-template.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import type { WantedUplink, WantedUplinks } from '../stores/uplink-store.js';
import type { ConfigurationDeps } from '../deps.js';
import { deviceEntry, requireWritable } from '../../inventory/operations/device-change.js';

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
 * @throws AppError configurationParametersMissing, noDeviceForMacs, initTemplateNotFound, forbidden; overloaded when the
 * template's secrets cannot be decrypted
 */
export async function applyConfiguration(
  deps: ConfigurationDeps,
  caller: Caller,
  request: ConfigurationRequest,
): Promise<{ notSaved: string[] }> {
  const { stores, now } = deps;
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
    const wanted = await uplinksOf(deps, template, batch);
    for (const id of await stores.uplinks.replace(writeScope(caller), wanted, now(), entry)) saved.add(id);
  }
  const savedMacs = new Set(devices.filter((device) => saved.has(device._id)).map((device) => device.macId));
  return { notSaved: macs.filter((mac) => !savedMacs.has(mac)) };
}

/** Rule 3: by name when a name was sent, otherwise by id. */
async function findTemplate(
  { templates }: ConfigurationDeps['stores'],
  organisationId: number,
  { templateName, templateId }: ConfigurationRequest,
): Promise<InitTemplateRecord | null> {
  if (templateName !== '') return templates.findByName(organisationId, templateName);
  return templateId === null ? null : templates.find(organisationId, templateId);
}

/**
 * The uplinks of a template that fit each device, their secrets encrypted for each.
 * @throws AppError overloaded when this process cannot decrypt the template's secrets
 */
export async function uplinksOf(
  deps: Pick<ConfigurationDeps, 'stores' | 'env' | 'log'>,
  template: InitTemplateRecord,
  devices: readonly DeviceListing[],
): Promise<WantedUplinks[]> {
  const { parts, ids } = deps.stores;
  const known = await parts.byNumbers(devices.map((device) => device.partNumber));
  const entries = entriesOf(deps, template);
  const chosen = devices.map((device) => ({
    device,
    entries: uplinksFor(entries, known.get(device.partNumber) ?? UNKNOWN_PART),
  }));
  const count = chosen.reduce((sum, one) => sum + one.entries.length, 0);
  let next = count === 0 ? 0 : await ids.reserve('uplinks', count);
  return chosen.map(({ device, entries: own }) => ({
    templateName: template.name,
    deviceId: device._id,
    macId: device.macId,
    uplinks: own.map((entry) => newUplink(deps.env.encryptionKeys, next++, entry)),
  }));
}

type TypedEntry = UplinkEntry & { readonly uplink_type: string };

/** The entries of a template with their secrets. */
function entriesOf(
  { env, log }: Pick<ConfigurationDeps, 'env' | 'log'>,
  { _id, details: entries, secrets }: InitTemplateRecord,
): TypedEntry[] {
  try {
    const opened = decryptEntries(env.encryptionKeys, 'init_templates', _id, { entries, secrets });
    return opened.map((entry) => ({ ...entry, uplink_type: uplinkType(entry) }));
  } catch (error) {
    log.error({ err: error, template: _id }, 'The secrets of an init template cannot be decrypted');
    throw new AppError('overloaded');
  }
}

function newUplink(keys: KeyRing, _id: number, entry: TypedEntry): WantedUplink {
  const { entries, secrets } = encryptEntries(keys, 'uplinks', _id, [entry]);
  return { _id, uplinkType: entry.uplink_type, details: entries[0] ?? {}, secrets };
}

function uplinkType({ uplink_type: type }: UplinkEntry): string {
  return typeof type === 'number' || typeof type === 'string' ? String(type) : '';
}
