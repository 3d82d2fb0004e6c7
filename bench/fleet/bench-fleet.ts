import { readEnv } from '../../shared/platform/env/env.js';
import { createLogger } from '../../shared/platform/observability/logger.js';
import { importFleet } from '../../shared/import/operations/import-fleet.js';
import type { ReportProgress } from '../../shared/import/operations/fleet-source.js';
import { LOCK_LIFETIME_MS } from '../../shared/platform/mongo/lock-store.js';
import { createStores } from '../../shared/composition/deps.js';
import { openBenchDatabase, type BenchDatabase } from './bench-database.js';
import { numberOption, type BenchOptions, type Benchmark } from '../benchmark.js';
import { layoutOf, type FleetPlan, type OrganisationLayout } from './fleet-plan.js';
import { generatedFleet } from './generated-fleet.js';

export interface BenchFleet extends BenchDatabase {
  readonly plan: FleetPlan;
  readonly organisations: readonly OrganisationLayout[];
}

/**
 * Two organisations in the same collections. An operation that does not depend on the fleet's size costs the same in
 * both.
 */
export interface TwoSizes extends BenchDatabase {
  readonly plan: FleetPlan;
  readonly small: OrganisationLayout;
  readonly large: OrganisationLayout;
}

/** The end of the time in which the devices of a fleet were heard. */
export const FLEET_NOW = new Date('2026-06-01T00:00:00Z');

const PROGRESS_INTERVAL_MS = 10_000;

export const SIZE_OPTIONS: Benchmark['options'] = { small: { type: 'string' }, large: { type: 'string' } };

/** Opens a fleet of two organisations, each with a tenth of its devices in its first network. */
export async function openTwoSizes(options: BenchOptions): Promise<TwoSizes> {
  const sizes = [numberOption(options, 'small', 10_000), numberOption(options, 'large', 1_000_000)];
  const fleet = await openFleet(
    `sizes-${sizes.join('-')}`,
    sizes.map((devices) => ({ devices, firstNetwork: Math.ceil(devices / 10) })),
  );
  const [small, large] = fleet.organisations;
  if (!small || !large) throw new Error('The fleet does not have two organisations');
  return { ...fleet, small, large };
}

/** Opens a fleet of one organisation with all its devices in one network. @param name of the database */
export async function openOneNetwork(
  devices: number,
  name = `network-${devices}`,
): Promise<BenchDatabase & { whole: OrganisationLayout }> {
  const fleet = await openFleet(name, [{ devices, firstNetwork: devices }]);
  const [whole] = fleet.organisations;
  if (!whole) throw new Error('The fleet has no organisation');
  return { ...fleet, whole };
}

/**
 * Opens the database of a fleet, with a key for every device. Loads the fleet unless an earlier run loaded it
 * completely.
 */
async function openFleet(
  name: string,
  sizes: readonly { devices: number; firstNetwork: number }[],
): Promise<BenchFleet> {
  const plan: FleetPlan = {
    seed: 7,
    now: FLEET_NOW,
    organisations: sizes.map((size) => ({
      ...size,
      networks: Math.max(4, Math.floor(size.devices / 200)),
      tags: 50,
    })),
    deviceKeys: true,
  };
  const database = await openBenchDatabase(name);
  const organisations = layoutOf(plan);
  if (!(await isComplete(database, organisations))) await load(database, plan);
  await analyze(database);
  return { ...database, plan, organisations };
}

async function isComplete(
  { mongo }: BenchDatabase,
  organisations: readonly OrganisationLayout[],
): Promise<boolean> {
  const stored = await mongo.models.organisations.find({}, { deviceCount: 1 }).lean();
  const counts = new Map(stored.map(({ _id, deviceCount }) => [_id, deviceCount]));
  return organisations.every(({ id, devices }) => counts.get(id) === devices);
}

async function load({ mongo }: BenchDatabase, plan: FleetPlan): Promise<void> {
  const startedAt = performance.now();
  const logProgress = (text: string): void => {
    process.stderr.write(
      `${String(Math.round((performance.now() - startedAt) / 1000)).padStart(5)} s  ${text}\n`,
    );
  };
  const env = readEnv();
  const deps = {
    env,
    stores: createStores(mongo.models, env),
    log: createLogger('silent', 'bench'),
    now: () => new Date(),
  };
  logProgress('loading the fleet; later runs reuse it');
  let loggedAt = performance.now();
  const written = new Map<string, number>();
  const report: ReportProgress = (step, section, records) => {
    const done = (written.get(`${step} ${section}`) ?? 0) + records;
    written.set(`${step} ${section}`, done);
    if (performance.now() - loggedAt < PROGRESS_INTERVAL_MS) return;
    loggedAt = performance.now();
    logProgress(`${done} ${section} ${step}`);
  };
  await importFleet(deps, generatedFleet(plan), report, LOCK_LIFETIME_MS + 5000);
}

/**
 * Updates the planner's statistics, which DocumentDB gathers late by itself. MongoDB rejects the command; it needs no
 * statistics.
 */
export async function analyze({ mongo }: BenchDatabase): Promise<void> {
  const { devices, deviceStates, deviceSummaries, deviceEvents, onlineSeries, auditEntries, upgrades } =
    mongo.models;
  const analyzed = [
    devices,
    deviceStates,
    deviceSummaries,
    deviceEvents,
    onlineSeries,
    auditEntries,
    upgrades,
  ];
  for (const { collection } of analyzed) {
    await mongo.connection.db?.command({ analyze: collection.collectionName }).catch(() => undefined);
  }
}
