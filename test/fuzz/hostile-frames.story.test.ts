import { expect } from 'chai';
import { frameSummaryOf } from '../../dev/fuzz/print-summary.js';
import { runFrames } from '../../dev/fuzz/frames/run-frames.js';
import { compactMac } from '../../shared/platform/values/mac.js';
import { watchSecret } from '../fixtures/log-watch.js';
import { testsAll } from '../fixtures/seed.js';
import { GatewayProcess } from '../processes/gateway-process.js';
import { HostileSite } from './hostile-site.js';

const messages = Number(process.env['AIRFLEET_FUZZ_FRAMES'] ?? (testsAll ? 20_000 : 400));
const seed = Number(process.env['AIRFLEET_FUZZ_SEED'] ?? 20_261_128);

/** So much memory is enough for the gateway, which ends when it needs more. */
const HEAP_MB = 256;
/** Why the gateway may close a connection of a device that sends anything (docs/ucentral.md#connections). */
const REASONS = ['device', 'displaced', 'no_connect'];
const WARNING = 40;
/** A hostile device may refuse what it is configured with, and hold its own network. */
const MAY_BE_LOGGED = /^A canary refused its configuration/;

describe('hostile devices that speak uCentral', () => {
  let hostile: HostileSite;
  let gateway: GatewayProcess;
  before(async () => {
    watchSecret('a password of the device');
    hostile = await HostileSite.open();
    gateway = await GatewayProcess.start({
      ...hostile.site.settings({ UCENTRAL_HANDSHAKES_PER_S: '1000' }),
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    });
  });
  after(async () => {
    await gateway.kill();
    await hostile.close();
  });

  // docs/reliability.md#hostile-messages
  it(`end no gateway by ${messages} messages, disturb no other device, and change nothing of another organisation`, async function () {
    this.timeout(Math.max(600_000, messages * 100));
    const before = await hostile.bystanderRecords();
    const { devicePort } = gateway;
    const serials = [hostile.silent, ...hostile.living.map(({ device }) => device)];
    const running = runFrames({
      url: `wss://127.0.0.1:${devicePort}`,
      authority: hostile.site.authority.certificate,
      devices: hostile.hostile,
      others: [...serials, ...hostile.hostile].map(({ macId }) => compactMac(macId)),
      seed,
      messages,
    });
    await hostile.hear({ devicePort }, running);
    const result = await running;
    const frames = await gateway.metric('airfleet_ucentral_frames_total');
    const closes = await gateway.metric('airfleet_ucentral_closes_total');
    const summary = frameSummaryOf(result, seed, { frames, closes });
    const memory = await gateway.metric('airfleet_process_resident_memory_bytes');
    console.log(`${summary}\nmemory: ${Math.round((memory.get('') ?? 0) / 2 ** 20)} MiB`);
    expect(result.faults, summary).to.deep.equal([]);
    expect(result.sent).to.be.at.least(messages);
    expect(frames.get('taken') ?? 0, 'messages that were taken').to.be.above(messages / 10);
    expect(
      [...closes.keys()].filter((reason) => !REASONS.includes(reason)),
      summary,
    ).to.deep.equal([]);
    const complaints = gateway.lines.filter(
      ({ level, msg = '' }) => Number(level) >= WARNING && !MAY_BE_LOGGED.test(msg),
    );
    expect(complaints, 'the log').to.deep.equal([]);
    for (const living of hostile.living) {
      expect(hostile.applied.get(living), 'states, each of which was stored').to.be.at.least(1);
      expect(living.lost, 'connections that it has not ended').to.equal(0);
    }
    expect(await hostile.bystanderRecords(), 'another organisation').to.deep.equal(before);
    await hostile.expectReadable();
  });
});
