import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SectionName } from '../../shared/import/sections/sections.js';
import type { FleetSource } from '../../shared/import/operations/fleet-source.js';
import { siteName } from './fleet-names.js';
import { benchDeviceKey, layoutOf, type FleetPlan, type OrganisationLayout } from './fleet-plan.js';
import { generatedDevice, generatedMac, generatedSerial, PARTS, VERSIONS } from './generated-device.js';

const BATCH = 1000;

interface Section {
  readonly count: number;
  record(index: number): unknown;
}

/**
 * An import source that generates its records while they are read, so that a fleet of any size fits in memory.
 * Organisations differ in size, and names are realistic, in several scripts.
 */
export function generatedFleet(plan: FleetPlan): FleetSource {
  const layout = layoutOf(plan);
  const sections = new Map(
    Object.entries(sectionsOf(plan, layout)).filter(([, section]) => section.count > 0),
  ) as Map<SectionName, Section>;
  return {
    counts: new Map([...sections].map(([name, { count }]) => [name, count])),
    faults: [],
    async *records(name) {
      const section = sections.get(name);
      if (!section) return;
      for (let first = 0; first < section.count; first += BATCH) {
        const length = Math.min(BATCH, section.count - first);
        const records = Array.from({ length }, (_, index) => section.record(first + index));
        // Lets timers run, as reading a file does: the import renews its lock by one.
        await nextTurn();
        yield { first, records };
      }
    },
  };
}

function sectionsOf(
  plan: FleetPlan,
  layout: readonly OrganisationLayout[],
): Partial<Record<SectionName, Section>> {
  const devices = perOrganisation(layout, ({ devices: count }) => count);
  const networks = perOrganisation(layout, ({ networks: count }) => count);
  const tags = perOrganisation(layout, ({ tags: count }) => count);
  return {
    organisations: fromList(
      layout.map(({ id, devices: count }) => ({ id, name: `Organisation ${id}`, no_of_aps: count + 1000 })),
    ),
    hardware_parts: fromList(PARTS),
    networks: {
      count: networks.count,
      record: (index) => {
        const [organisation, offset] = networks.find(index);
        const id = organisation.firstNetworkId + offset;
        return { id, organisation_id: organisation.id, network_name: siteName(plan.seed, id) };
      },
    },
    tags: {
      count: tags.count,
      record: (index) => {
        const [organisation, offset] = tags.find(index);
        const id = organisation.firstTagId + offset;
        return { id, organisation_id: organisation.id, name: `tag ${siteName(plan.seed + 1, id)}` };
      },
    },
    users: fromList(layout.flatMap(usersOf)),
    firmware_releases: fromList(
      VERSIONS.map((version) => ({
        version,
        url: Object.fromEntries(
          PARTS.map(({ part_number: part }) => [part, `https://firmware.example/${part}/${version}`]),
        ),
        organisation_id: null,
        is_released: true,
      })),
    ),
    master_inventory: {
      count: plan.deviceKeys ? devices.count : 0,
      record: (index) => {
        const [organisation, offset] = devices.find(index);
        const { id, part_number } = generatedDevice(plan, organisation, offset);
        const [mac_id, serial] = [generatedMac(plan.seed, id), generatedSerial(plan.seed, id)];
        return { mac_id, router_serial_number: serial, part_number, device_key: benchDeviceKey(id) };
      },
    },
    devices: {
      count: devices.count,
      record: (index) => generatedDevice(plan, ...devices.find(index)),
    },
  };
}

function fromList(records: readonly unknown[]): Section {
  return { count: records.length, record: (index) => records[index] };
}

/** A section to which every organisation contributes: its size, and the organisation and offset of an index. */
function perOrganisation(
  layout: readonly OrganisationLayout[],
  countOf: (organisation: OrganisationLayout) => number,
) {
  return {
    count: layout.reduce((sum, organisation) => sum + countOf(organisation), 0),
    find(index: number): [OrganisationLayout, number] {
      let offset = index;
      for (const organisation of layout) {
        if (offset < countOf(organisation)) return [organisation, offset];
        offset -= countOf(organisation);
      }
      throw new Error(`There is no record ${index}`);
    },
  };
}

function usersOf({ id, firstNetworkId, networks, adminToken, operatorToken }: OrganisationLayout) {
  const granted = [0, 1, 2].filter((offset) => offset < networks).map((offset) => firstNetworkId + offset);
  const user = { organisation_id: id, manage_inventory: true };
  return [
    { ...user, id: 2 * id, email: `admin-${id}@bench.example`, role: 'admin', access_token: adminToken },
    {
      ...user,
      id: 2 * id + 1,
      email: `operator-${id}@bench.example`,
      role: 'operator',
      manage_inventory: false,
      networks: granted.map((network) => ({ id: network, access: 'full' })),
      access_token: operatorToken,
    },
  ];
}
