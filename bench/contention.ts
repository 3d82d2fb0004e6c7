import { bulkEntry, CLI } from '../shared/audit/domain/audit-entry.js';
import type { Scope } from '../shared/access/domain/access.js';
import { createStores, type Stores } from '../shared/composition/stores.js';
import { readEnv } from '../shared/platform/env/env.js';
import { openOneNetwork } from './fleet/bench-fleet.js';
import { rounded, type Benchmark } from './benchmark.js';
import { alternate, measureMs } from './alternate.js';

const DEVICES = 1000;
const MOVED = 300;
const REPORTING = 30;
const ROUNDS = 10;
const TARGET = 1.5;

/** Moves 300 devices, alone and while 30 other devices of the organisation continuously report new firmware. */
export const contentionBenchmark: Benchmark = {
  name: 'contention',
  summary:
    'a move of 300 devices while 30 others change their firmware: at most 1.5 times the duration without them',
  options: {},
  small: [],
  async run(print) {
    const fleet = await openOneNetwork(DEVICES);
    const { mongo, whole } = fleet;
    const stores = createStores(mongo.models, readEnv());
    const scope: Scope = { organisationId: whole.id, networkIds: 'all', unassigned: true };
    const ids = Array.from({ length: MOVED + REPORTING }, (_, index) => whole.firstDeviceId + index);
    const [moved, reporting] = [ids.slice(0, MOVED), ids.slice(MOVED)];
    const change = { organisationId: whole.id, at: new Date(), action: 'devices.moved', kind: 'devices' };
    let turn = 0;
    const move = (): Promise<number> => {
      turn += 1;
      const entry = bulkEntry(change, CLI);
      const network = { _id: whole.firstNetworkId + (turn % 2), networkName: `Network ${turn % 2}` };
      return measureMs(() =>
        stores.networkAssignment.assign(scope, moved, { network, at: new Date(), entry }),
      );
    };
    const times = await alternate(
      { alone: move, beside: () => withConcurrentReports(stores, whole.id, reporting, move) },
      ROUNDS,
    );
    const ratio = rounded(times.beside / times.alone);
    print({
      moved: MOVED,
      reporting: REPORTING,
      ...times,
      ratio,
      toReach: TARGET,
      reached: ratio <= TARGET,
    });
    await fleet.close();
  },
};

/** Runs `work` while each device reports a new version as soon as the previous one is written. */
async function withConcurrentReports<T>(
  { heartbeats }: Stores,
  organisationId: number,
  deviceIds: readonly number[],
  work: () => Promise<T>,
): Promise<T> {
  let over = false;
  const report = async (): Promise<void> => {
    const refs = deviceIds.map((deviceId) => ({ organisationId, deviceId }));
    for (let version = 0; !over; version += 1) {
      const known = await heartbeats.devices(refs);
      const changes = refs.flatMap((ref) => {
        const device = known.get(ref.deviceId);
        const firmwareVersion = `9.${Date.now()}.${version}`;
        return device ? { ...ref, revision: device.revision, firmwareVersion } : [];
      });
      await heartbeats.writeFirmware(changes);
    }
  };
  const reporting = report();
  try {
    return await work();
  } finally {
    over = true;
    await reporting;
  }
}
