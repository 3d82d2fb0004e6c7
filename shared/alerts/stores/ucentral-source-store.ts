import type { UcentralDeviceRecord } from '../../ucentral/models/ucentral-device.js';
import type { AlertModels } from '../models/models.js';
import { placesOf } from './places-of.js';
import { pageOf, type Source, type SourcePage } from './source-store.js';

const DAY_MS = 86_400_000;
/** An alert of a conflict lasts this long after the last one. */
const CONFLICT_MS = DAY_MS;
/** An alert of a certificate opens this long before its end. */
const EXPIRING_MS = 30 * DAY_MS;

/** At most so many devices are counted. */
const MAX_EXPIRING = 1000;

interface ExpiringDevice {
  readonly _id: number;
  readonly endsAt: Date;
}

/** What lasts and is worth an alert about devices that speak uCentral. */
export function createUcentralSourceStore(models: AlertModels) {
  const { ucentralAuthorities, ucentralDevices } = models;

  /**
   * The devices whose certificates end until then, the first to end first; of very many, those that end last. Records of
   * devices that were removed while they were away are left out.
   */
  async function expiringDevices(organisationId: number, until: Date): Promise<ExpiringDevice[]> {
    const found = await ucentralDevices
      .find({ organisationId, certificateEndsAt: { $exists: true, $lte: until } }, { certificateEndsAt: 1 })
      .sort({ certificateEndsAt: -1 })
      .hint('organisation_certificate')
      .limit(MAX_EXPIRING)
      .batchSize(MAX_EXPIRING + 1)
      .lean<Pick<UcentralDeviceRecord, '_id' | 'certificateEndsAt'>[]>();
    const there = await placesOf(models, organisationId, found);
    return found
      .flatMap(({ _id, certificateEndsAt: endsAt }) => (endsAt && there.has(_id) ? [{ _id, endsAt }] : []))
      .reverse();
  }

  return {
    /** Devices whose identity was disputed in the last day. */
    async identityConflicts(
      now: Date,
      organisationId: number,
      after: number,
      limit: number,
    ): Promise<SourcePage> {
      const found = await ucentralDevices
        .find({ organisationId, hasConflict: true, _id: { $gt: after } }, { conflictAt: 1, conflictOf: 1 })
        .sort({ _id: 1 })
        .hint('organisation_conflict')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<Pick<UcentralDeviceRecord, '_id' | 'conflictAt' | 'conflictOf'>[]>();
      const from = new Date(now.getTime() - CONFLICT_MS);
      const lasting = found.filter(({ conflictAt }) => conflictAt && conflictAt > from);
      const places = await placesOf(models, organisationId, lasting);
      const sources = lasting.flatMap(
        ({ _id, conflictAt: since = now, conflictOf: detail = 'authority' }): Source[] => {
          const place = places.get(_id);
          if (!place) return [];
          return [{ subjectId: _id, networkId: place.networkId, facts: { name: place.name, since, detail } }];
        },
      );
      return pageOf(sources, found, limit);
    },

    /** The organisation, when its authority or certificates of its devices end within 30 days. */
    async expiringCertificates(now: Date, organisationId: number): Promise<SourcePage> {
      const until = new Date(now.getTime() + EXPIRING_MS);
      const [own, devices] = await Promise.all([
        ucentralAuthorities.findOne({ _id: organisationId }, { name: 1, validTo: 1 }).lean(),
        expiringDevices(organisationId, until),
      ]);
      const { name, validTo } = own ?? {};
      const isExpiring = name !== undefined && validTo !== undefined && validTo <= until;
      const [first] = devices;
      if (!isExpiring && !first) return { sources: [], to: null };
      const authority = isExpiring ? { name, since: validTo } : { name: '', since: null };
      const facts = {
        ...authority,
        ...(first ? { devices: { count: devices.length, since: first.endsAt } } : {}),
      };
      const folded = devices.map(({ _id }) => _id);
      const source = { subjectId: organisationId, networkId: null, folded, count: devices.length, facts };
      return { sources: [source], to: null };
    },
  };
}
