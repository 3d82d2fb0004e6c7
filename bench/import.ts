import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Model } from 'mongoose';
import { openEmptyDatabase, type BenchDatabase } from './fleet/bench-database.js';
import { median, numberOption, rounded, type Benchmark } from './benchmark.js';
import type { FleetPlan } from './fleet/fleet-plan.js';
import { generatedFleet } from './fleet/generated-fleet.js';
import { writeFleetFile } from './fleet/write-fleet-file.js';

const DEVICES = 1_000_000;
const BATCH = 1000;
const POLL_EVERY_MS = 100;
const IMPORT = fileURLToPath(new URL('../programs/import.js', import.meta.url));

/**
 * The import of a generated fleet file by the program itself, from its start to its exit, against inserts of the
 * very documents that it wrote into a database with the same indexes. In turns.
 */
export const importBenchmark: Benchmark = {
  name: 'import',
  summary:
    'a fleet file of 1,000,000 devices: at least 0.5 of the rate of raw unordered inserts, peak memory under 300 MiB',
  options: { devices: { type: 'string' }, rounds: { type: 'string' } },
  small: ['--devices=3000'],
  async run(print, options) {
    const devices = numberOption(options, 'devices', DEVICES);
    const rounds = numberOption(options, 'rounds', 1);
    const folder = await mkdtemp(join(tmpdir(), 'airfleet-bench-'));
    const file = join(folder, 'fleet.json');
    try {
      await writeFleetFile(generatedFleet(importPlan(devices)), file);
      const ratios: number[] = [];
      const memories: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const imported = await openEmptyDatabase('import');
        const { seconds, peakMiB } = await runImport(file, imported.uri);
        print({
          round,
          side: 'import',
          devices,
          seconds: rounded(seconds),
          devicesPerS: rounded(devices / seconds),
          peakMiB,
        });
        const raw = await insertRaw(imported);
        print({
          round,
          side: 'raw inserts',
          devices,
          seconds: rounded(raw),
          devicesPerS: rounded(devices / raw),
        });
        await imported.mongo.connection.dropDatabase();
        await imported.close();
        ratios.push(raw / seconds);
        memories.push(peakMiB);
      }
      const [ratio, peakMiB] = [median(ratios), Math.max(...memories)];
      print({
        devices,
        ratio: rounded(ratio),
        toReach: 0.5,
        peakMiB,
        peakAllowed: 300,
        reached: ratio >= 0.5 && peakMiB < 300,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** One organisation with most devices, one with a tenth, and small ones. */
export function importPlan(devices: number): FleetPlan {
  const tenth = Math.floor(devices / 10);
  const small = Math.floor(devices / 100);
  const sizes = [devices - tenth - 3 * small, tenth, small, small, small];
  const organisations = sizes.map((size) => ({
    devices: size,
    networks: Math.max(1, Math.floor(size / 200)),
    tags: 50,
    firstNetwork: Math.floor(size / 10),
  }));
  return { seed: 7, now: new Date('2026-06-01T00:00:00Z'), organisations, deviceKeys: false };
}

/**
 * Runs the import program over a fleet file. Returns the seconds from its start to its exit, and the most memory that
 * was resident, which is NaN except on Linux.
 * @throws Error unless it exits with 0
 */
export async function runImport(file: string, uri: string): Promise<{ seconds: number; peakMiB: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, [IMPORT, file], {
    env: { ...process.env, MONGODB_URI: uri },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peakMiB = Number.NaN;
  const poll = setInterval(() => {
    void highWater(child.pid).then((seen) => {
      if (seen !== null) peakMiB = seen;
    });
  }, POLL_EVERY_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(poll);
  if (code !== 0) throw new Error(`The import ended with ${String(code)}`);
  return { seconds: (performance.now() - began) / 1000, peakMiB };
}

async function highWater(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kib === undefined ? null : Math.round(Number(kib) / 1024);
}

/** Seconds that unordered inserts of all imported documents take; reading them does not count. */
async function insertRaw(imported: BenchDatabase): Promise<number> {
  const raw = await openEmptyDatabase('raw');
  const kinds = ['masterInventory', 'devices', 'deviceStates'] as const;
  let milliseconds = 0;
  for (const kind of kinds) {
    const from = imported.mongo.models[kind] as unknown as Model<object>;
    const to = raw.mongo.models[kind] as unknown as Model<object>;
    let batch: object[] = [];
    const insert = async (): Promise<void> => {
      const began = performance.now();
      if (batch.length > 0) await to.collection.insertMany(batch, { ordered: false });
      milliseconds += performance.now() - began;
      batch = [];
    };
    for await (const document of from.collection.find({}).batchSize(BATCH)) {
      batch.push(document);
      if (batch.length === BATCH) await insert();
    }
    await insert();
  }
  await raw.mongo.connection.dropDatabase();
  await raw.close();
  return milliseconds / 1000;
}
