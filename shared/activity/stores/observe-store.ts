import type { ClientSession } from 'mongoose';
import { BATCH, ONE_ANSWER, walkById } from '../../platform/mongo/batches.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import type { CanaryDefault } from '../../configuration/records/domain/network-configuration.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import { WRITING_STATUSES } from '../../upgrades/domain/upgrade-status.js';
import { judge, readCircumstances } from '../../configuration/stores/state-lookup.js';
import { seenConfiguration, type SeenConfiguration } from '../domain/seen-configuration.js';
import type { DeviceChange } from '../domain/compare-devices.js';
import type { ActivityModels } from '../models/models.js';
import type { DeviceSummaryRecord } from '../models/device-summary.js';

export type ObservedDevice = Pick<
  DeviceRecord,
  | '_id'
  | 'macId'
  | 'locationNetworkId'
  | 'partNumber'
  | 'isSwitch'
  | 'firmwareVersion'
  | 'configurationSeq'
  | 'isOpenwisp'
>;

type HeardState = Pick<
  DeviceStateRecord,
  '_id' | 'lastHeartbeatAt' | 'configuration' | 'wifi' | 'wifiAt' | 'memFreeKb' | 'restarts'
>;

const SEEN = { lastHeartbeatAt: 1, configuration: 1, wifiAt: 1 } as const;
const AIR = { ...SEEN, 'wifi.clients': 1, 'wifi.rxRate': 1, 'wifi.txRate': 1 } as const;
const MEASURED = { ...SEEN, wifi: 1, memFreeKb: 1, restarts: 1 } as const;

/** Consecutive devices of an organisation by id, their last heartbeats and their summaries. */
export interface ObservedBatch {
  readonly devices: readonly ObservedDevice[];
  /** Their radios only as far as the observation needs them. */
  readonly states: ReadonlyMap<number, HeardState>;
  /** The configurations of those devices that are managed. */
  readonly configurations: ReadonlyMap<number, SeenConfiguration>;
  /** Of the same range of ids; those of removed devices too. */
  readonly summaries: ReadonlyMap<number, DeviceSummaryRecord>;
}

/** Reads whole organisations, and keeps a summary of each device. */
export function createObserveStore(models: ActivityModels, transact: Transact) {
  const { devices, deviceStates, deviceSummaries, deviceEvents, upgrades, organisations } = models;

  async function heard(
    organisationId: number,
    ids: readonly number[],
    isMeasured: boolean,
  ): Promise<HeardState[]> {
    return deviceStates
      .find({ organisationId, _id: { $in: [...ids] } }, isMeasured ? MEASURED : AIR)
      .batchSize(ONE_ANSWER)
      .lean<HeardState[]>();
  }

  /** Reads what the states depend on, unless no device is managed. */
  async function configurationsOf(
    organisationId: number,
    batch: readonly ObservedDevice[],
    states: readonly HeardState[],
    defaults: CanaryDefault,
  ): Promise<Map<number, SeenConfiguration>> {
    const stored = new Map(
      states.flatMap(({ _id, configuration }) => (configuration?.report ? [[_id, configuration]] : [])),
    );
    const managed = batch.filter(({ _id }) => stored.has(_id));
    if (managed.length === 0) return new Map();
    const known = await readCircumstances(models, organisationId, managed, defaults);
    return new Map(
      managed.flatMap((device) => {
        const configuration = stored.get(device._id) ?? {};
        const seen = seenConfiguration(configuration, judge(device, configuration, known));
        return seen ? [[device._id, seen]] : [];
      }),
    );
  }

  async function summariesOf(organisationId: number, range: { $gt: number; $lte?: number }) {
    const found = await deviceSummaries
      .find({ organisationId, _id: range })
      .hint('organisation_id')
      .batchSize(ONE_ANSWER)
      .lean<DeviceSummaryRecord[]>();
    return new Map(found.map((summary) => [summary._id, summary]));
  }

  return {
    /** The ids of all organisations, in order. */
    async *organisationIds(): AsyncGenerator<number> {
      for await (const batch of walkById(organisations, {}, { _id: 1 })) {
        for (const { _id } of batch) yield _id;
      }
    },

    /**
     * Walks the devices of an organisation in order of id.
     * @param defaults for networks that do not say whether their changes have canaries
     * @param isMeasured whether to read all that a point of the device needs
     */
    async *batches(
      organisationId: number,
      defaults: CanaryDefault,
      isMeasured: boolean,
    ): AsyncGenerator<ObservedBatch> {
      for (let last = 0; ;) {
        const batch = await devices
          .find(
            { organisationId, _id: { $gt: last } },
            {
              macId: 1,
              locationNetworkId: 1,
              partNumber: 1,
              isSwitch: 1,
              firmwareVersion: 1,
              configurationSeq: 1,
              isOpenwisp: 1,
            },
          )
          .sort({ _id: 1 })
          .hint('organisation_id')
          .limit(BATCH)
          .batchSize(ONE_ANSWER)
          .lean<ObservedDevice[]>();
        const end = batch.length === BATCH ? batch.at(-1)?._id : undefined;
        const range = { $gt: last, ...(end === undefined ? {} : { $lte: end }) };
        const [states, summaries] = await Promise.all([
          heard(
            organisationId,
            batch.map(({ _id }) => _id),
            isMeasured,
          ),
          summariesOf(organisationId, range),
        ]);
        const configurations = await configurationsOf(organisationId, batch, states, defaults);
        yield {
          devices: batch,
          states: new Map(states.map((state) => [state._id, state])),
          configurations,
          summaries,
        };
        if (end === undefined) return;
        last = end;
      }
    },

    /** Which of these devices have firmware written to them. */
    async installing(organisationId: number, deviceIds: readonly number[]): Promise<ReadonlySet<number>> {
      if (deviceIds.length === 0) return new Set();
      const found = await upgrades
        .find(
          {
            organisationId,
            routerInventoryId: { $in: [...deviceIds] },
            inFlight: true,
            status: { $in: WRITING_STATUSES },
          },
          { routerInventoryId: 1 },
        )
        .batchSize(ONE_ANSWER)
        .lean();
      return new Set(found.map(({ routerInventoryId }) => routerInventoryId));
    },

    /**
     * Writes summaries with the events that led to them, and deletes those of removed devices, in one transaction.
     * @param accompany runs in the transaction
     * @throws Error when another process has written one of them
     */
    async record(
      organisationId: number,
      changes: readonly DeviceChange[],
      removed: readonly number[],
      accompany?: (session: ClientSession) => Promise<void>,
    ): Promise<void> {
      if (changes.length === 0 && removed.length === 0) return;
      const added = changes.filter(({ before }) => before === null);
      const written = changes.filter(({ before }) => before !== null);
      const events = changes.flatMap((change) => change.events);
      await transact(organisationId, async (session) => {
        if (added.length > 0) {
          const records = added.map(({ after }) => after);
          await deviceSummaries.insertMany(records, { session, lean: true });
        }
        if (written.length > 0) {
          const { modifiedCount } = await deviceSummaries.bulkWrite(
            written.map(({ before, after: { _id, ...fields } }) => ({
              updateOne: { filter: { _id, organisationId, seq: before?.seq ?? 0 }, update: { $set: fields } },
            })),
            { session, ordered: false },
          );
          // Not a ConflictError: the events have been computed from the replaced summaries, so a retry fails too.
          if (modifiedCount !== written.length)
            throw new Error('Another process has written a summary of these devices');
        }
        if (events.length > 0) await deviceEvents.insertMany(events, { session, lean: true });
        if (removed.length > 0) {
          const gone = { organisationId, _id: { $in: [...removed] } };
          await deviceSummaries.deleteMany(gone, { session });
        }
        await accompany?.(session);
      });
    },
  };
}
