import { macNumber } from '../../../domain/fleet/number-table.js';
import type { Check, CheckSection } from './check.js';

/** The manufacturer's list. One round trip for parts not known yet. */
export const checkMasterInventory: CheckSection<'master_inventory'> = async (check, located) => {
  const macs = check.macsOf('master_inventory');
  await check.known.parts.load(located.map(({ entry }) => entry.part_number));
  for (const { path, entry } of located) {
    if (!macs.add(macNumber(entry.mac_id))) {
      check.faults.add(`${path}.mac_id`, `${entry.mac_id} stands in master_inventory twice`);
    }
    checkPart(check, `${path}.part_number`, entry.part_number);
  }
};

/** The device of a configuration was built: it is in the file or stored. At most one round trip. */
export const checkSwitchConfigurations: CheckSection<'switch_configurations'> = async (check, located) => {
  const macs = check.macsOf('switch_configurations');
  const inFile = [check.macsOf('master_inventory'), check.macsOf('devices')];
  const isInFile = (macId: string): boolean => inFile.some((table) => table.has(macNumber(macId)));
  const elsewhere = located.map(({ entry }) => entry.mac_id).filter((macId) => !isInFile(macId));
  const stored = elsewhere.length === 0 ? new Map() : await check.deps.stores.fleetLookup.claims(elsewhere);
  for (const { path, entry } of located) {
    if (!macs.add(macNumber(entry.mac_id))) {
      check.faults.add(`${path}.mac_id`, `${entry.mac_id} stands in switch_configurations twice`);
    }
    if (!isInFile(entry.mac_id) && !stored.has(entry.mac_id)) {
      check.faults.add(`${path}.mac_id`, `there is no device ${entry.mac_id}`);
    }
  }
};

/** @param partNumber one that was loaded */
export function checkPart(check: Check, path: string, partNumber: string): void {
  if (!check.known.parts.get(partNumber)) check.faults.add(path, `there is no hardware part ${partNumber}`);
}
