import { newEntry, type AuditEntry, type Author } from '../../audit/domain/audit-entry.js';
import type { ScheduleRecord } from '../models/schedule.js';
import type { UpgradeRecord } from '../models/upgrade.js';

/** What an entry shows of a request or of its upgrade. */
type Terms = Pick<
  ScheduleRecord,
  'version' | 'upgradeType' | 'scheduleType' | 'timeZone' | 'savePrevConfig' | 'dueAt'
>;

function termsOf({ version, upgradeType, scheduleType, timeZone, savePrevConfig, dueAt }: Terms) {
  return {
    version,
    upgrade_type: upgradeType,
    schedule_type: scheduleType,
    schedule_at: dueAt,
    time_zone: timeZone,
    save_prev_config: savePrevConfig,
  };
}

/**
 * The entry of a request for upgrades. All of it follows from the schedule, its id too, so that the request and a sweep that
 * continues it write the same one.
 */
export function scheduleEntry(schedule: ScheduleRecord): AuditEntry {
  const { _id, organisationId, userId, requestId, createdAt: at, targets } = schedule;
  const author: Author = { actor: `user:${userId}`, requestId };
  const after = { ...termsOf(schedule), targets };
  const subject = `schedule:${_id}`;
  const entry = newEntry({ organisationId, at, action: 'upgrades.scheduled', subject, after }, author);
  return { ...entry, id: `schedule_${_id}` };
}

/** The entry of the cancellation of a schedule. */
export function cancellationEntry(schedule: ScheduleRecord, at: Date, author: Author): AuditEntry {
  const { _id, organisationId, targets } = schedule;
  const fields = { before: { ...termsOf(schedule), targets }, after: null };
  const subject = `schedule:${_id}`;
  return newEntry({ organisationId, at, action: 'upgrades.cancelled', subject, ...fields }, author);
}

/** The entry of a change of one pending upgrade; without terms, of its deletion. */
export function upgradeEntry(
  upgrade: Terms & Pick<UpgradeRecord, '_id' | 'organisationId' | 'macId'>,
  terms: Terms | null,
  at: Date,
  author: Author,
): AuditEntry {
  const { _id, organisationId, macId } = upgrade;
  return newEntry(
    {
      organisationId,
      at,
      action: terms ? 'upgrade.updated' : 'upgrade.deleted',
      subject: `upgrade:${_id}`,
      before: { mac_id: macId, ...termsOf(upgrade) },
      after: terms && { mac_id: macId, ...termsOf(terms) },
    },
    author,
  );
}
