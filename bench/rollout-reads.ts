import type { RunningApi } from '../api/start-api.js';
import { createStores } from '../shared/composition/deps.js';
import { readEnv } from '../shared/platform/env/env.js';
import type { RolloutRecord } from '../shared/rollouts/models/rollout.js';
import { planStage } from '../shared/rollouts/operations/reconcile/plan-stage.js';
import { TARGET_FIELDS } from '../shared/upgrades/stores/target-store.js';
import { measureMs } from './alternate.js';
import { rounded } from './benchmark.js';
import type { TwoSizes } from './fleet/bench-fleet.js';
import type { OrganisationLayout } from './fleet/fleet-plan.js';
import { runLoop } from '../dev/run-loop.js';

const SAMPLE_EVERY_MS = 20;
const MIB = 1024 * 1024;

/** How long work took, and the most memory that the process had meanwhile. */
interface Read {
  readonly seconds: number;
  readonly peakMib: number;
}

async function measured(work: () => Promise<void>): Promise<Read> {
  let peak = 0;
  const sample = (): void => {
    peak = Math.max(peak, process.memoryUsage().rss);
  };
  sample();
  const sampling = setInterval(sample, SAMPLE_EVERY_MS);
  try {
    return { seconds: rounded((await measureMs(work)) / 1000), peakMib: rounded(peak / MIB) };
  } finally {
    clearInterval(sampling);
  }
}

/** What a rollout computes from all devices, measured in this process on connections of its own. */
export class RolloutReads {
  private readonly deps: RunningApi['deps'];

  constructor(
    private readonly fleet: TwoSizes,
    deps: RunningApi['deps'],
  ) {
    this.deps = { ...deps, stores: { ...deps.stores, ...createStores(fleet.mongo.models, readEnv()) } };
  }

  /** Computes the previews that were requested. */
  preview(): Promise<Read> {
    return measured(async () => {
      while ((await runLoop('previews', this.deps)).isMore);
    });
  }

  /** Reads the devices of an organisation and when each was heard, in batches by id, as a program without rollouts would. */
  read({ id: organisationId }: OrganisationLayout): Promise<Read> {
    const { devices, deviceStates } = this.fleet.mongo.models;
    return measured(async () => {
      for (let afterId = 0; ;) {
        const of = { organisationId, _id: { $gt: afterId } };
        const batch = devices.find(of, TARGET_FIELDS).hint('organisation_id');
        const found = await batch.sort({ _id: 1 }).limit(1000).lean();
        const ids = found.map(({ _id }) => _id);
        await deviceStates.find({ _id: { $in: ids } }, { lastHeartbeatAt: 1 }).lean();
        const last = ids.at(-1);
        if (last === undefined) return;
        afterId = last;
      }
    });
  }

  /** Chooses the canaries of a first stage, and its control groups, as the tick does that starts it. */
  async plan(rollout: RolloutRecord): Promise<{ seconds: number }> {
    const { settings } = rollout;
    const stages = [{ canary_per_part: 1, soak_minutes: 30, approval: false }];
    const gates = { ...settings.gates, health: true };
    const usual: RolloutRecord = { ...rollout, settings: { ...settings, stages, gates } };
    const milliseconds = await measureMs(() => planStage(this.deps, usual, 0, this.deps.now()));
    return { seconds: rounded(milliseconds / 1000) };
  }
}
