import { INSTALLATION, STILL_DEAF } from '../../deaf-periods/domain/deaf-period.js';
import type { DeviceSummaryRecord } from '../../activity/models/device-summary.js';
import { HAS_PROBLEM } from '../../configuration/records/stores/configuration-state.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { RolloutRecord } from '../../rollouts/models/rollout.js';
import type { WebhookRecord } from '../../webhooks/models/webhook.js';
import type { TextFacts } from '../domain/alert-text.js';
import type { AlertRecord } from '../models/alert.js';
import type { AlertModels } from '../models/models.js';
import { placesOf } from './places-of.js';

/** Something that an alert is open for while it lasts. */
export interface Source
  extends
    Pick<AlertRecord, 'subjectId' | 'networkId'>,
    Partial<Pick<AlertRecord, 'folded' | 'count' | 'rolloutNetworkIds' | 'includesUnassigned'>> {
  readonly facts: TextFacts;
}

/** A device of which a radio is down. */
export interface DownRadio extends Source {
  /** When the device last reported its radios. */
  readonly reportedAt: Date;
}

/** Reads sources after a subject, in the order of their subjects. */
export type ReadSources<Cause extends Source> = (
  organisationId: number,
  after: number,
  limit: number,
) => Promise<SourcePage<Cause>>;

export interface SourcePage<Cause extends Source = Source> {
  readonly sources: readonly Cause[];
  /** The subject up to which these are all; null: there are no more. */
  readonly to: number | null;
}

const FAILED: readonly string[] = ['failed', 'rolled_back'];

/** What lasts and is worth an alert, read as it is now. */
export function createSourceStore(models: AlertModels) {
  const { deafPeriods, devices, deviceStates, deviceSummaries, deviceTallies, networkConfigurations } =
    models;
  const { networks, rollouts, webhooks } = models;

  return {
    /** Rollouts that a gate has paused, or the withdrawal of their release; not those that a caller has. */
    async pausedRollouts(organisationId: number, after: number, limit: number): Promise<SourcePage> {
      const found = await rollouts
        .find(
          { organisationId, state: 'Paused', _id: { $gt: after } },
          { 'settings.name': 1, stateReason: 1, networkIds: 1, includesUnassigned: 1 },
        )
        .sort({ _id: 1 })
        .hint('organisation_state')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<
          Pick<RolloutRecord, '_id' | 'settings' | 'stateReason' | 'networkIds' | 'includesUnassigned'>[]
        >();
      const sources = found.flatMap(
        ({ _id, settings, stateReason, networkIds, includesUnassigned }): Source[] => {
          const { by, reason, gate } = stateReason ?? {};
          if (by !== undefined && reason !== 'release_withdrawn') return [];
          const detail = [gate, reason].find((each): each is string => typeof each === 'string') ?? null;
          const facts = { name: settings.name, since: null, detail };
          return [
            { subjectId: _id, networkId: null, rolloutNetworkIds: networkIds, includesUnassigned, facts },
          ];
        },
      );
      return pageOf(sources, found, limit);
    },
    /** Networks whose change is held. */
    async heldNetworks(organisationId: number, after: number, limit: number): Promise<SourcePage> {
      const found = await networkConfigurations
        .find({ organisationId, isHeld: true, _id: { $gt: after } }, { _id: 1 })
        .sort({ _id: 1 })
        .hint('organisation_held')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<{ _id: number }[]>();
      if (found.length === 0) return pageOf([], found, limit);
      const named = await networks
        .find({ organisationId, _id: { $in: found.map(({ _id }) => _id) } }, { networkName: 1 })
        .batchSize(limit + 1)
        .lean();
      const sources = named.map(({ _id, networkName: name }) => {
        return { subjectId: _id, networkId: _id, facts: { name, since: null } };
      });
      return pageOf(sources, found, limit);
    },
    /** Devices whose configuration has failed or was rolled back, as they were last observed. */
    async failedDevices(organisationId: number, after: number, limit: number): Promise<SourcePage> {
      const found = await deviceStates
        .find({ organisationId, ...HAS_PROBLEM, _id: { $gt: after } }, { _id: 1 })
        .sort({ _id: 1 })
        .hint('organisation_problem')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<Pick<DeviceStateRecord, '_id'>[]>();
      if (found.length === 0) return pageOf([], found, limit);
      const ids = { organisationId, _id: { $in: found.map(({ _id }) => _id) } };
      const [seen, places] = await Promise.all([
        deviceSummaries
          .find(ids, { configuration: 1 })
          .batchSize(limit + 1)
          .lean<Pick<DeviceSummaryRecord, '_id' | 'configuration'>[]>(),
        placesOf(models, organisationId, found),
      ]);
      const sources = seen.flatMap(({ _id, configuration }): Source[] => {
        const state = configuration?.state;
        const place = places.get(_id);
        if (!place || state === undefined || !FAILED.includes(state)) return [];
        const facts = { name: place.name, since: null, detail: state.replaceAll('_', ' ') };
        return [{ subjectId: _id, networkId: place.networkId, facts }];
      });
      return pageOf(sources, found, limit);
    },
    /** Devices of which a radio is down, in the order of their ids. */
    async downRadios(organisationId: number, after: number, limit: number): Promise<SourcePage<DownRadio>> {
      const found = await deviceStates
        .find({ organisationId, radioDown: true, _id: { $gt: after } }, { wifiAt: 1 })
        .sort({ _id: 1 })
        .hint('organisation_radio_down')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<Pick<DeviceStateRecord, '_id' | 'wifiAt'>[]>();
      const places = await placesOf(models, organisationId, found);
      const sources = found.flatMap(({ _id, wifiAt: reportedAt = new Date(0) }): DownRadio[] => {
        const place = places.get(_id);
        if (!place) return [];
        const { name, networkId } = place;
        return [{ subjectId: _id, networkId, reportedAt, facts: { name, since: null } }];
      });
      return pageOf(sources, found, limit);
    },
    /** The organisation, while the service does not hear its devices. */
    async deafOrganisation(organisationId: number): Promise<SourcePage> {
      const lasting = await deafPeriods
        .find(
          { organisationId: { $in: [INSTALLATION, organisationId] }, to: STILL_DEAF },
          { organisationId: 1, from: 1 },
        )
        .sort({ from: 1 })
        .hint('organisation_to')
        .limit(10)
        .batchSize(11)
        .lean();
      const [first] = lasting;
      if (!first) return { sources: [], to: null };
      const tally = await deviceTallies
        .findOne({ _id: `${organisationId}:all`, organisationId }, { up: 1, down: 1 })
        .lean();
      const count = (tally?.up ?? 0) + (tally?.down ?? 0);
      if (count === 0) return { sources: [], to: null };
      const facts = { name: '', since: first.from };
      const own = first.organisationId === INSTALLATION ? facts : { ...facts, count };
      return { sources: [{ subjectId: organisationId, networkId: null, facts: own }], to: null };
    },
    /** Webhooks that the service has disabled. */
    async disabledWebhooks(organisationId: number, after: number, limit: number): Promise<SourcePage> {
      const found = await webhooks
        .find({ organisationId, _id: { $gt: after } }, { url: 1, enabled: 1, disabledReason: 1 })
        .sort({ _id: 1 })
        .hint('organisation_id')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<Pick<WebhookRecord, '_id' | 'url' | 'enabled' | 'disabledReason'>[]>();
      const sources = found.flatMap(({ _id, url, enabled, disabledReason: detail }): Source[] => {
        if (enabled || detail === null) return [];
        return [{ subjectId: _id, networkId: null, facts: { name: new URL(url).host, since: null, detail } }];
      });
      return pageOf(sources, found, limit);
    },
    /** Of these devices those that exist. */
    async existingDevices(organisationId: number, ids: readonly number[]): Promise<Set<number>> {
      const found = await devices
        .find({ organisationId, _id: { $in: [...ids] } }, { _id: 1 })
        .batchSize(ids.length + 1)
        .lean();
      return new Set(found.map(({ _id }) => _id));
    },
    /** Of these networks those that exist. */
    async existingNetworks(organisationId: number, ids: readonly number[]): Promise<Set<number>> {
      const found = await networks
        .find({ organisationId, _id: { $in: [...ids] } }, { _id: 1 })
        .batchSize(ids.length + 1)
        .lean();
      return new Set(found.map(({ _id }) => _id));
    },
  };
}

export function pageOf<Cause extends Source>(
  sources: readonly Cause[],
  read: readonly { _id: number }[],
  limit: number,
): SourcePage<Cause> {
  const inOrder = [...sources].sort((one, other) => one.subjectId - other.subjectId);
  return { sources: inOrder, to: read.length < limit ? null : (read.at(-1)?._id ?? null) };
}
