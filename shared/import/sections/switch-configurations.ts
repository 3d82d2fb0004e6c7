import Joi from 'joi';
import { list, mac, optionalText } from '../domain/fields.js';
import { macNumber } from '../domain/number-table.js';
import type { ExportedRecords } from '../stores/export-store.js';
import { valuesOf } from './check-context.js';
import { each, pages } from './export-context.js';
import type { FleetSection } from './section.js';
import { upsert } from './write-context.js';

export interface SwitchConfigurationEntry {
  mac_id: string;
  ports: { name: string; port_number: number }[];
}

const port = Joi.object({
  name: optionalText.required(),
  port_number: Joi.number().integer().min(1).max(4096).required(),
});

export const switchConfigurations: FleetSection<SwitchConfigurationEntry> = {
  schema: Joi.object({ mac_id: mac.required(), ports: list(port).unique('port_number').required() }),

  async check(context, located) {
    const tables = [context.macsOf('master_inventory'), context.macsOf('devices')];
    const isInFleet = (macId: string): boolean => tables.some((table) => table.has(macNumber(macId)));
    const elsewhere = valuesOf(located, (entry) => entry.mac_id).filter((macId) => !isInFleet(macId));
    const stored =
      elsewhere.length === 0
        ? null
        : await context.deps.stores.fleetLookup.find('masterInventory', elsewhere, []);
    for (const { path, entry } of located) {
      const { mac_id: macId } = entry;
      context.addMac('switch_configurations', path, macId);
      if (macId === undefined || isInFleet(macId) || stored?.has(macId)) continue;
      context.faults.add(`${path}.mac_id`, `there is no device ${macId}`);
    }
  },

  write: upsert(
    'switchConfigurations',
    (entry) => entry.mac_id,
    ({ mac_id: _id, ports }) => ({
      _id,
      ports: ports.map(({ name, port_number: portNumber }) => ({ name, portNumber })),
    }),
  ),

  async *export(context) {
    if (context.organisationId === null) {
      yield* each('switchConfigurations', toEntry)(context);
      return;
    }
    // A configuration has no organisation of its own.
    for await (const devices of pages(context, 'devices')) {
      const macs = devices.filter(({ isSwitch }) => isSwitch).map(({ macId }) => macId);
      const found = await context.deps.stores.fleetWrites.read('switchConfigurations', macs);
      yield [...found.values()].map(toEntry);
    }
  },
};

function toEntry({ _id, ports }: ExportedRecords['switchConfigurations']): SwitchConfigurationEntry {
  return {
    mac_id: _id,
    ports: ports.map(({ name, portNumber: port_number }) => ({ name, port_number })),
  };
}
