import type { SectionName } from '../domain/entries.js';
import type { IdSequence } from '../../platform/mongo/ids.js';
import { Check } from '../check/check.js';
import { checkFleet } from '../check/check-fleet.js';
import { Faults } from './faults.js';
import { fenced } from './fenced.js';
import type { FleetDeps } from './fleet-deps.js';
import type { FleetSource } from './fleet-source.js';
import { knownReferences } from './known.js';
import type { ReportProgress } from './progress.js';
import { writeFleet, type FleetCounts } from '../write/write-fleet.js';

/** Sections whose ids the file gives, and where the service gives out its own. */
const SEQUENCES: readonly (readonly [SectionName, IdSequence])[] = [
  ['organisations', 'organisations'],
  ['networks', 'networks'],
  ['tags', 'tags'],
  ['users', 'users'],
  ['devices', 'devices'],
  ['uplinks', 'uplinks'],
  ['init_templates', 'initTemplates'],
  ['network_ssids', 'networkSsids'],
  ['schedules', 'schedules'],
  ['upgrades', 'upgrades'],
  // A deleted upgrade's id must not be given to another one.
  ['deleted_upgrades', 'upgrades'],
];

/**
 * Loads a fleet (docs/decisions.md#fleet-file): looks at all of it first and refuses it whole when anything is wrong,
 * then writes it, updating what is there already by id or natural key. The same fleet a second time changes
 * nothing but the expiry of its access tokens. One that was cut off is finished by importing it again. Memory does
 * not grow with the devices but for some 35 bytes each. One import at a time; the service may run meanwhile.
 * @param waitMs how long to wait for an import that is under way, or for the lock that a killed one left behind
 * @throws BadFleet naming the faults, UnreadableFleet, LockHeld when another import runs
 */
export async function importFleet(
  deps: FleetDeps,
  source: FleetSource,
  report: ReportProgress = () => undefined,
  waitMs = 0,
): Promise<FleetCounts> {
  return deps.stores.locks.hold('import', waitMs, async (lock) => {
    const known = knownReferences(deps.stores.fleetLookup);
    const faults = new Faults();
    const check = new Check(deps, known, faults, source.counts);
    await checkFleet(check, source, report);
    faults.refuse();
    await lock.check();
    // Before anything is written: no request may be given an id that the fleet brings.
    for (const [section, sequence] of SEQUENCES) {
      const { last } = check.idsOf(section);
      if (last > 0) await deps.stores.ids.skipTo(sequence, last);
    }
    check.forget();
    return writeFleet({ deps, known, at: deps.now() }, fenced(source, lock), report);
  });
}
