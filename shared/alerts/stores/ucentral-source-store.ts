import type { UcentralDeviceRecord } from '../../ucentral/models/ucentral-device.js';
import type { AlertModels } from '../models/models.js';
import { placesOf } from './places-of.js';
import { pageOf, type Source, type SourcePage } from './source-store.js';

const DAY_MS = 86_400_000;
/** An alert of a conflict lasts this long after the last one. */
const CONFLICT_MS = DAY_MS;
/** An alert of a certificate opens this long before its end. */
const EXPIRING_MS = 30 * DAY_MS;

/** What lasts and is worth an alert about devices that speak uCentral. */
export function createUcentralSourceStore(models: AlertModels) {
  const { ucentralAuthorities, ucentralDevices } = models;
  return {
    /** Devices whose name another authority has certified, and that were refused for it in the last day. */
    async identityConflicts(
      now: Date,
      organisationId: number,
      after: number,
      limit: number,
    ): Promise<SourcePage> {
      const found = await ucentralDevices
        .find({ organisationId, hasConflict: true, _id: { $gt: after } }, { conflictAt: 1 })
        .sort({ _id: 1 })
        .hint('organisation_conflict')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<Pick<UcentralDeviceRecord, '_id' | 'conflictAt'>[]>();
      const since = new Date(now.getTime() - CONFLICT_MS);
      const lasting = found.filter(({ conflictAt }) => conflictAt && conflictAt > since);
      const places = await placesOf(models, organisationId, lasting);
      const sources = lasting.flatMap(({ _id, conflictAt = now }): Source[] => {
        const place = places.get(_id);
        if (!place) return [];
        return [
          { subjectId: _id, networkId: place.networkId, facts: { name: place.name, since: conflictAt } },
        ];
      });
      return pageOf(sources, found, limit);
    },

    /** The organisation, when its authority ends within 30 days. */
    async expiringAuthority(now: Date, organisationId: number): Promise<SourcePage> {
      const own = await ucentralAuthorities.findOne({ _id: organisationId }, { name: 1, validTo: 1 }).lean();
      const { name, validTo } = own ?? {};
      if (!name || !validTo || validTo.getTime() > now.getTime() + EXPIRING_MS)
        return { sources: [], to: null };
      return {
        sources: [{ subjectId: organisationId, networkId: null, facts: { name, since: validTo } }],
        to: null,
      };
    },
  };
}
