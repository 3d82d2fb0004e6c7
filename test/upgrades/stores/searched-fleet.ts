import { SYSTEM, newEntry } from '../../../shared/audit/domain/audit-entry.js';
import { wholeOrganisation } from '../../../shared/access/domain/access.js';
import { createStores, type Stores } from '../../../shared/composition/deps.js';
import { readEnv } from '../../../shared/platform/env/env.js';
import { BLOCK } from '../../../shared/platform/values/id-blocks.js';
import { isDispatched, storedStatus } from '../../../shared/upgrades/domain/upgrade-status.js';
import { upgradeTableKeys } from '../../../shared/upgrades/domain/upgrade-search.js';
import type { UpgradeRecord } from '../../../shared/upgrades/models/upgrade.js';
import type { TargetDevice } from '../../../shared/upgrades/stores/target-store.js';
import { openOf } from '../../../shared/upgrades/stores/upgrade-networks.js';
import type { ScratchDatabase } from '../../fixtures/scratch-database.js';
import { storedUpgrade } from '../../fixtures/records/upgrade.js';
import { countPass } from './count-pass.js';
import { ENDS, NAMES, NETWORKS, type Step, type Terms } from './searched-steps.js';

const BEGIN = Date.UTC(2026, 0, 1, 23, 58, 59, 900);
const HOUR = 3_600_000;
const DEVICES = 5;

/** An organisation with devices, of which the stores of the service change the upgrades. */
export class SearchedFleet {
  readonly #database: ScratchDatabase;
  readonly #stores: Stores;
  readonly #first: number;
  #now = BEGIN;
  #next: number;

  constructor(
    database: ScratchDatabase,
    readonly organisationId: number,
  ) {
    this.#database = database;
    this.#stores = createStores(database.mongo.models, readEnv());
    this.#first = organisationId * 100 * BLOCK;
    this.#next = this.#first;
  }

  now(): Date {
    return new Date(this.#now);
  }

  all(): Promise<UpgradeRecord[]> {
    const { organisationId } = this;
    return this.#database.mongo.models.upgrades.find({ organisationId }).sort({ _id: 1 }).lean();
  }

  async create(): Promise<void> {
    const { organisations, devices } = this.#database.mongo.models;
    const { organisationId } = this;
    await organisations.create({ _id: organisationId, name: `Fleet ${organisationId}`, noOfAps: 100 });
    await devices.collection.insertMany(
      Array.from({ length: DEVICES }, (_, index) => ({
        _id: 10 * organisationId + index,
        organisationId,
        macId: `02:${String(organisationId % 100).padStart(2, '0')}:AB:CD:00:0${index}`,
        name: NAMES[index] ?? '',
        locationNetworkId: NETWORKS[index % NETWORKS.length] ?? null,
        partNumber: 'A',
        firmwareVersion: '1.0.0',
        tagIds: [],
        isSwitch: false,
      })) as never[],
    );
  }

  async #devices(): Promise<TargetDevice[]> {
    const { organisationId } = this;
    return this.#database.mongo.models.devices.find({ organisationId }).sort({ _id: 1 }).lean();
  }

  async #device(position: number): Promise<TargetDevice> {
    const device = (await this.#devices())[position % DEVICES];
    if (!device) throw new Error('The fleet has devices');
    return device;
  }

  async #upgrade(
    position: number,
    isFitting: (upgrade: UpgradeRecord) => boolean,
  ): Promise<UpgradeRecord | null> {
    const fitting = (await this.all()).filter(isFitting);
    return fitting[position % Math.max(1, fitting.length)] ?? null;
  }

  #terms(scheduleId: number, { version, zone, hours }: Terms) {
    return {
      scheduleId,
      version,
      releaseId: 1,
      upgradeType: 'manual',
      scheduleType: zone === null ? ('now' as const) : ('later' as const),
      timeZone: zone,
      savePrevConfig: false,
      dueAt: new Date(this.#now + hours * HOUR),
    };
  }

  async apply(change: Step): Promise<void> {
    const { models } = this.#database.mongo;
    const { organisationId } = this;
    this.#now += 1001;
    switch (change.kind) {
      case 'schedule': {
        this.#next += change.gap;
        await this.#stores.ids.skipTo('upgrades', this.#next);
        const { scheduleId: _id, ...fields } = this.#terms(
          await this.#stores.ids.reserve('schedules'),
          change,
        );
        const all = await this.#devices();
        const chosen = new Set(change.devices.map((position) => position % DEVICES));
        const devices = all.filter((_, index) => chosen.has(index));
        await this.#stores.pending.put({ _id, organisationId, ...fields }, devices, this.now());
        this.#next += devices.length;
        return;
      }
      case 'end': {
        const upgrade = await this.#upgrade(change.at, ({ status, inFlight }) => status === '' || inFlight);
        if (!upgrade) return;
        const { routerInventoryId } = upgrade;
        const isOther = isDispatched(change.status) && !upgrade.inFlight;
        if (isOther && (await models.upgrades.exists({ organisationId, routerInventoryId, inFlight: true })))
          return;
        const set = {
          status: storedStatus(change.status),
          inFlight: isDispatched(change.status),
          updatedAt: this.now(),
        };
        await models.upgrades.collection.updateOne({ _id: upgrade._id as never }, { $set: set });
        return;
      }
      case 'rename': {
        const device = { ...(await this.#device(change.at)), name: change.name };
        return this.#stores.transact(organisationId, async (session) => {
          await models.devices.collection.updateOne(
            { _id: device._id as never },
            { $set: { name: device.name } },
            { session },
          );
          await this.#stores.upgrades.rename([device], this.now(), session);
        });
      }
      case 'move': {
        const { _id } = await this.#device(change.at);
        const set = { $set: { locationNetworkId: change.network } };
        await models.devices.collection.updateOne({ _id: _id as never }, set);
        await models.upgrades.collection.updateMany(openOf(organisationId, [_id]) as never, set);
        return;
      }
      case 'change': {
        const read = await this.#upgrade(change.at, ({ status }) => status === '');
        const device = (await this.#devices()).find(({ _id }) => _id === read?.routerInventoryId);
        if (!read || !device) return;
        const entry = newEntry(
          { organisationId, at: this.now(), action: 'upgrade.changed', subject: `upgrade:${read._id}` },
          SYSTEM,
        );
        // Some changes keep the schedule.
        const scheduleId =
          change.at % 2 === 0 ? read.scheduleId : await this.#stores.ids.reserve('schedules');
        const changed = this.#terms(scheduleId, change);
        const scope = wholeOrganisation(organisationId);
        await this.#stores.pendingChanges.change(scope, read, changed, device, this.now(), entry);
        return;
      }
      case 'delete': {
        const upgrade = await this.#upgrade(change.at, ({ status }) => status === '');
        if (!upgrade) return;
        await this.#stores.upgrades.deletePending(
          wholeOrganisation(organisationId),
          upgrade._id,
          this.now(),
          SYSTEM,
        );
        return;
      }
      case 'import':
        return this.#import(change);
      case 'count':
        this.#now += change.hours * HOUR;
        return countPass(this.#stores, organisationId, () => this.now(), change.diesAt);
    }
  }

  /** Imports ended upgrades, whose device had another name, as the import section plans them. */
  async #import({ ids, at: position, name, ...given }: Extract<Step, { kind: 'import' }>): Promise<void> {
    const { organisationId } = this;
    const stored = new Set((await this.all()).map(({ _id }) => _id));
    const device = await this.#device(position);
    const records: UpgradeRecord[] = [];
    for (const _id of new Set(ids.map((id) => this.#first + id))) {
      if (stored.has(_id)) continue;
      this.#next = Math.max(this.#next, _id);
      const scheduleId = await this.#stores.ids.reserve('schedules');
      const shown = {
        ...this.#terms(scheduleId, given),
        routerInventoryId: device._id,
        macId: device.macId,
        deviceName: name,
        createdAt: new Date(this.#now - (_id % 1000) * HOUR),
      };
      const keys = upgradeTableKeys(shown);
      const status = ENDS[_id % ENDS.length] ?? 'Failed';
      records.push(
        storedUpgrade({
          _id,
          organisationId,
          locationNetworkId: 1,
          ...shown,
          ...keys,
          status: storedStatus(status),
        }),
      );
    }
    if (records.length === 0) return;
    await this.#stores.fleetWrites.addUpgrades([], records, () => Promise.resolve(), this.now());
  }
}
