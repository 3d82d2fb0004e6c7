import { macNumber } from '../domain/number-table.js';
import { valuesOf, type CheckSection } from './check.js';
import { addMac } from './check-keys.js';
import { checkPart } from './check-reference.js';

/** The manufacturer's list. One round trip for parts not known yet. */
export const checkMasterInventory: CheckSection<'master_inventory'> = async (check, located) => {
  await check.known.parts.load(valuesOf(located, (entry) => entry.part_number));
  for (const { path, entry } of located) {
    addMac(check, 'master_inventory', path, entry.mac_id);
    checkPart(check, `${path}.part_number`, entry.part_number);
  }
};

/** The device of a configuration was built: it is in the file or stored. At most one round trip. */
export const checkSwitchConfigurations: CheckSection<'switch_configurations'> = async (check, located) => {
  const inFile = [check.macsOf('master_inventory'), check.macsOf('devices')];
  const isInFile = (macId: string): boolean => inFile.some((table) => table.has(macNumber(macId)));
  const elsewhere = valuesOf(located, (entry) => entry.mac_id).filter((macId) => !isInFile(macId));
  const { fleetLookup } = check.deps.stores;
  const stored = elsewhere.length === 0 ? new Map<string, unknown>() : await fleetLookup.claims(elsewhere);
  for (const { path, entry } of located) {
    const { mac_id: macId } = entry;
    addMac(check, 'switch_configurations', path, macId);
    if (macId === undefined || isInFile(macId) || stored.has(macId)) continue;
    check.faults.add(`${path}.mac_id`, `there is no device ${macId}`);
  }
};
