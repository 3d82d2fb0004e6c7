import { HALF_HOUR_MS, pointValues } from '../shared/inventory/domain/device-points.js';
import { batchesOf } from '../shared/platform/mongo/batches.js';
import { createDevicePointStore } from '../shared/status/stores/device-point-store.js';
import { measureMs } from './alternate.js';
import { median, numberOption, rounded, type Benchmark } from './benchmark.js';
import { openOneNetwork } from './fleet/bench-fleet.js';
import { devicesOf, heartbeatOf } from './load/heartbeat-requests.js';
import { generateLoad, type WireRequest } from './load/http-load.js';
import { startProgram } from './load/program.js';

const TARGET = 0.85;
const DAYS = 7;

/** What heartbeats with radios cost, and the half-hourly points of a week. */
export const measurementsBenchmark: Benchmark = {
  name: 'measurements',
  summary:
    'heartbeats with four radios: at least 0.85 of the rate without; writing and size of the half-hourly points',
  options: { devices: { type: 'string' }, seconds: { type: 'string' }, rounds: { type: 'string' } },
  small: ['--devices=2000', '--seconds=3', '--rounds=3'],
  async run(print, options) {
    const fleet = await openOneNetwork(numberOption(options, 'devices', 5000));
    const seconds = numberOption(options, 'seconds', 5);
    const rounds = numberOption(options, 'rounds', 5);
    const { mongo, whole } = fleet;
    const devices = await devicesOf(mongo.models, whole);
    let turn = 0;
    const beatsOf = (wifi: () => object) => (): WireRequest => {
      const device = devices[turn % devices.length];
      if (!device) throw new Error('The organisation has no device');
      turn += 1;
      const request = heartbeatOf(device, device.firmwareVersion);
      return { ...request, body: { ...request.body, ...wifi() } };
    };
    const server = await startProgram('programs/api.js', fleet.uri);
    const rates: { plain: number[]; measured: number[] } = { plain: [], measured: [] };
    let failed = 0;
    const load = async (next: () => WireRequest): Promise<number> => {
      const result = await generateLoad({ url: server.url, connections: 200, seconds, next });
      failed += result.failed;
      return result.perSecond;
    };
    for (let round = -1; round < rounds; round += 1) {
      const plain = await load(beatsOf(() => ({})));
      const measured = await load(beatsOf(() => measurements(turn)));
      if (round < 0) continue;
      rates.plain.push(plain);
      rates.measured.push(measured);
    }
    await server.stop();
    const [without, withWifi] = [median(rates.plain), median(rates.measured)];
    const ratio = rounded(withWifi / without);
    const reached = ratio >= TARGET && failed === 0;
    print({
      case: 'four radios',
      without: rounded(without),
      withWifi: rounded(withWifi),
      ratio,
      TARGET,
      failed,
      reached,
    });
    print(await points(fleet));
    await fleet.close();
  },
};

function measurements(turn: number): object {
  const radio = {
    on: true,
    up: true,
    channel: 36,
    width_mhz: 80,
    busy_percent: turn % 90,
    clients: 7,
    crashes: 0,
  };
  return {
    wifi: {
      radios: Array.from({ length: 4 }, (_, index) => ({
        ...radio,
        name: `phy${index}`,
        band: index === 0 ? '2g' : '5g',
      })),
      clients: 28,
      joined: 812 + turn,
      refused: 9,
      rx_bytes: 91_823_123 + turn,
      tx_bytes: 812_311_231_000 + turn,
    },
    mem_free_kb: 41_200,
    load_percent: 12,
    boot: 'power',
  };
}

/** Writes the points of a week, half hour by half hour, as the worker does. */
async function points({ mongo, whole }: Awaited<ReturnType<typeof openOneNetwork>>): Promise<object> {
  const store = createDevicePointStore(mongo.models);
  const devices = await devicesOf(mongo.models, whole);
  const { collection } = mongo.models.devicePoints;
  await collection.deleteMany({ organisationId: whole.id });
  const now = new Date(Math.floor(Date.now() / HALF_HOUR_MS) * HALF_HOUR_MS);
  const taken: number[] = [];
  for (let step = DAYS * 48; step > 0; step -= 1) {
    const at = new Date(now.getTime() - step * HALF_HOUR_MS);
    const state = { lastHeartbeatAt: at, wifiAt: at, memFreeKb: 41_200 + step };
    for (const batch of batchesOf(devices)) {
      const values = batch.flatMap(({ _id: deviceId }) => {
        const wifi = { radios: [], clients: step % 30, joined: 812 + step, refused: step % 9 };
        const bytes = { rxBytes: 91_823_123 * step, txBytes: 812_311_231 * step };
        const point = pointValues({ ...state, wifi: { ...wifi, ...bytes, rxRate: 0, txRate: 0 } }, true, at);
        return point ? [{ deviceId, values: point }] : [];
      });
      taken.push((await measureMs(() => store.add(whole.id, values, at))) / batch.length);
    }
  }
  const stats = await mongo.connection.db?.command({ collStats: collection.collectionName });
  const size = Number(stats?.['storageSize'] ?? 0) + Number(stats?.['totalIndexSize'] ?? 0);
  return {
    case: 'points of a week',
    devices: devices.length,
    bytesADevice: Math.round(size / devices.length),
    pointsPerSecond: rounded(1000 / median(taken)),
  };
}
