import { Agent } from 'node:http';
import { PATHS } from '../api/paths.js';
import type { RunningApi } from '../api/start-api.js';
import type { RolloutRecord } from '../shared/rollouts/models/rollout.js';
import { countOffered } from '../shared/rollouts/domain/reconcile.js';
import { tickRollout } from '../shared/rollouts/operations/reconcile/tick-rollout.js';
import { batchesOf } from '../shared/platform/mongo/batches.js';
import { measureMs } from './alternate.js';
import type { BenchApi } from './load/bench-api.js';
import type { TwoSizes } from './fleet/bench-fleet.js';
import { percentile, rounded } from './benchmark.js';
import type { OrganisationLayout } from './fleet/fleet-plan.js';
import { cycleHeartbeats } from './load/heartbeat-requests.js';
import { generateLoad } from './load/http-load.js';
import { startProgram } from './load/program.js';
import { sendRequest } from './load/send-request.js';

/** The slots of a rollout: its default, many, and the most that it may have. */
export const SLOTS = { usual: 500, many: 10_000, most: 100_000 } as const;
/** Upgrades of the large rollout that are inserted again by the driver, and as many batches as a binding writes. */
const INSERTED = 20_000;
const INSERTED_PER_BATCH = 1000;
/** Added to the ids of copies, which belong to another organisation and rollout. */
const COPY_IDS = 1_000_000_000;
const CONNECTIONS = 100;

interface Dispatched {
  readonly upgrades: number;
  readonly perSecond: number;
  readonly ticks: number;
  readonly longestMs: number;
  readonly medianMs: number;
}

/** Drives a rollout of each organisation in this process, and measures its steps. */
export class RolloutBench {
  private readonly deps: RunningApi['deps'];
  private readonly rolloutIds = new Map<number, number>();

  constructor(
    private readonly fleet: TwoSizes,
    private readonly api: BenchApi,
    private readonly version: string,
    /** Whether rollouts target the first network of an organisation, a tenth of its devices, instead of all. */
    private readonly isOfNetwork: boolean,
  ) {
    this.deps = api.running.deps;
  }

  /** The number of devices that a rollout targets. */
  targeted({ devices, firstNetwork }: OrganisationLayout): number {
    return this.isOfNetwork ? firstNetwork : devices;
  }

  /** The 95th percentile of creations, in milliseconds. The last Draft is kept. */
  async create(organisation: OrganisationLayout, rounds: number): Promise<number> {
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await this.fleet.mongo.models.rollouts.deleteMany({ organisationId: organisation.id });
      taken.push(await measureMs(() => this.draft(organisation)));
    }
    return rounded(percentile(taken, 95));
  }

  /** Creates a Draft and requests its preview, which no worker computes. */
  async requestPreview(organisation: OrganisationLayout): Promise<void> {
    const id = await this.draft(organisation);
    await this.send('POST', organisation, `${PATHS.createRollout[0][1]}/${id}/preview`, {});
  }

  /** Starts a rollout and binds its stage. @returns upgrades written a second */
  async bind(organisation: OrganisationLayout): Promise<number> {
    const id = await this.draft(organisation);
    this.rolloutIds.set(organisation.id, id);
    await this.send('POST', organisation, `${this.pathOf(organisation)}/start`, {});
    const milliseconds = await measureMs(async () => {
      while ((await this.current(organisation)).stages[0]?.state !== 'Running') await this.tick(organisation);
    });
    return (1000 * this.targeted(organisation)) / milliseconds;
  }

  /**
   * Inserts copies of upgrades of a rollout beside them, so that the indexes have the size that they had for the binding,
   * and deletes them. @returns upgrades written a second
   */
  async insertAgain({ id: organisationId }: OrganisationLayout): Promise<number> {
    const { upgrades } = this.fleet.mongo.models;
    const found = await upgrades.find({ organisationId, inRollout: true }).limit(INSERTED).lean();
    const copies = found.map((upgrade) => ({
      ...upgrade,
      _id: upgrade._id + COPY_IDS,
      organisationId: organisationId + COPY_IDS,
      rolloutId: (upgrade.rolloutId ?? 0) + COPY_IDS,
    }));
    try {
      const milliseconds = await measureMs(async () => {
        for (const batch of batchesOf(copies, INSERTED_PER_BATCH))
          await upgrades.collection.insertMany(batch as never[], { ordered: false });
      });
      return (1000 * copies.length) / milliseconds;
    } finally {
      await upgrades.deleteMany({ organisationId: organisationId + COPY_IDS });
    }
  }

  /** Makes every second device that rollouts target up, and the others down. */
  async markHalfUp(): Promise<void> {
    const { deviceStates } = this.fleet.mongo.models;
    const at = new Date(Date.now() + 3_600_000);
    for (const organisation of [this.fleet.small, this.fleet.large]) {
      const { id, firstDeviceId } = organisation;
      const end = firstDeviceId + this.targeted(organisation);
      for (let from = firstDeviceId; from < end; from += 10_000) {
        const range = { $gte: from, $lt: Math.min(from + 10_000, end) };
        const up = { organisationId: id, _id: { ...range, $mod: [2, 0] as [number, number] } };
        const down = { organisationId: id, _id: { ...range, $mod: [2, 1] as [number, number] } };
        await deviceStates.updateMany(up, { $set: { lastHeartbeatAt: at } });
        await deviceStates.updateMany(down, { $set: { lastHeartbeatAt: null } });
      }
    }
  }

  /** Ticks until `slots` upgrades, or those of all devices that are up, have a slot. */
  async dispatch(organisation: OrganisationLayout, slots: number): Promise<Dispatched> {
    await this.send('PATCH', organisation, this.pathOf(organisation), { max_in_flight: slots });
    const taken = (await this.show(organisation)).body.data.rollout.progress.in_flight;
    const wanted = Math.min(slots, Math.floor(this.targeted(organisation) / 2)) - taken;
    const durations: number[] = [];
    let upgrades = 0;
    const milliseconds = await measureMs(async () => {
      while (upgrades < wanted) {
        durations.push(await measureMs(() => this.tick(organisation)));
        upgrades += countOffered((await this.current(organisation)).tick?.dispatch ?? []);
      }
    });
    return {
      upgrades,
      perSecond: rounded((1000 * upgrades) / milliseconds),
      ticks: durations.length,
      longestMs: rounded(Math.max(...durations)),
      medianMs: rounded(percentile(durations, 50)),
    };
  }

  /** Reads both rollouts alternately, and compares the large one with a count of its upgrades. */
  async progress(rounds: number) {
    const { small, large } = this.fleet;
    const taken = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      taken.small.push((await this.show(small)).milliseconds);
      taken.large.push((await this.show(large)).milliseconds);
    }
    const { progress } = (await this.show(large)).body.data.rollout;
    const of = { organisationId: large.id, inRollout: true as const };
    const { upgrades } = this.fleet.mongo.models;
    const counted = {
      devices: await upgrades.countDocuments(of),
      in_flight: await upgrades.countDocuments({ ...of, hasSlot: true, status: 'Queued' }),
    };
    return {
      p95Ms: rounded(percentile(taken.large, 95)),
      medianMs: { small: rounded(percentile(taken.small, 50)), large: rounded(percentile(taken.large, 50)) },
      counted,
      isExact: progress.devices === counted.devices && progress.in_flight === counted.in_flight,
    };
  }

  /** Heartbeats a second of the small organisation, through an API of its own. */
  async heartbeats(seconds: number): Promise<number> {
    const program = await startProgram('programs/api.js', this.fleet.uri);
    const next = await cycleHeartbeats(this.fleet.mongo.models, this.fleet.small);
    await generateLoad({ url: program.url, connections: CONNECTIONS, seconds: 3, next });
    const { perSecond, failed } = await generateLoad({
      url: program.url,
      connections: CONNECTIONS,
      seconds,
      next,
    });
    await program.stop();
    if (failed > 0) throw new Error(`${failed} heartbeats were refused`);
    return perSecond;
  }

  private async tick(organisation: OrganisationLayout): Promise<void> {
    const rollout = await this.current(organisation);
    const deps = { ...this.deps, now: () => rollout.tickAt ?? new Date() };
    await this.deps.stores.locks.hold(`rollouts:${organisation.id}`, 0, (lease) =>
      tickRollout(deps, rollout, lease),
    );
  }

  /** The rollout of an organisation that was bound last. */
  async current({ id }: OrganisationLayout): Promise<RolloutRecord> {
    const [rollout] = await this.deps.stores.rollouts.current(id, [this.rolloutIds.get(id) ?? 0]);
    if (!rollout) throw new Error('The rollout is gone');
    return rollout;
  }

  /** Creates a Draft. */
  async draft(organisation: OrganisationLayout): Promise<number> {
    const settings = {
      name: 'Benchmark',
      version: this.version,
      targets: [this.isOfNetwork ? `network:${organisation.firstNetworkId}` : 'all'],
      stages: [{ percent: 100 }],
      max_in_flight: SLOTS.usual,
      network: { max_percent: 100, switches_last: false },
      gates: { health: false },
    };
    const path = PATHS.createRollout[0][1];
    const { data } = await this.send<{ data: { rollout: { id: number } } }>(
      'POST',
      organisation,
      path,
      settings,
    );
    return data.rollout.id;
  }

  private show(organisation: OrganisationLayout) {
    type Shown = { data: { rollout: { progress: { devices: number; in_flight: number } } } };
    return this.api.get<Shown>(this.pathOf(organisation), organisation.adminToken, {});
  }

  private pathOf({ id }: OrganisationLayout): string {
    return `${PATHS.createRollout[0][1]}/${this.rolloutIds.get(id) ?? 0}`;
  }

  private async send<Body>(
    method: 'POST' | 'PATCH',
    { adminToken: token }: OrganisationLayout,
    path: string,
    body: object,
  ): Promise<Body> {
    const agent = new Agent();
    const { status, text } = await sendRequest(new URL(path, this.api.running.url), agent, {
      method,
      token,
      body,
    });
    agent.destroy();
    if (status >= 300) throw new Error(`${path} was answered with ${status}: ${text}`);
    return JSON.parse(text) as Body;
  }
}
