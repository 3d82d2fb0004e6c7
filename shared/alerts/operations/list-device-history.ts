import type { Caller } from '../../access/domain/access.js';
import { listDeviceEvents } from '../../activity/operations/list-device-events.js';
import type { DeviceEventRecord } from '../../inventory/models/device-event.js';
import type { SortedPage, SortedPageRequest, SortedPosition } from '../../platform/mongo/sorted-page.js';
import type { AlertDeps } from '../deps.js';
import type { AlertRecord } from '../models/alert.js';

export const ALERT_EVENT_KINDS = ['alert_opened', 'alert_closed'] as const;

/** An event of a device, or the opening or closing of an alert about it. */
export type HistoryEvent = Omit<DeviceEventRecord, 'kind'> & {
  readonly kind: DeviceEventRecord['kind'] | (typeof ALERT_EVENT_KINDS)[number];
};

/** Of the alerts about a device, so many of the newest are in its history. */
const MAX_ALERTS = 1000;

/**
 * One page of what has happened to a device: its events, and the alerts about it that the caller sees, in one order.
 * @param page in order of time
 * @throws AppError deviceNotFound
 */
export async function listDeviceHistory(
  deps: AlertDeps,
  caller: Caller,
  id: number,
  page: SortedPageRequest,
): Promise<SortedPage<HistoryEvent>> {
  const [events, alerts] = await Promise.all([
    listDeviceEvents(deps, caller, id, page),
    deps.stores.alertLists.ofDevice(caller, id, MAX_ALERTS),
  ]);
  const ofAlerts = alerts.flatMap(eventsOf);
  const isAfter = ({ at, _id }: HistoryEvent): boolean =>
    page.after === null || inOrder(page, page.after, { value: at.getTime(), id: _id }) < 0;
  const all = [...events.items, ...ofAlerts.filter(isAfter)].sort((one, other) =>
    inOrder(page, positionOf(one), positionOf(other)),
  );
  const items = all.slice(0, page.limit);
  const last = items.at(-1);
  const isMore = events.next !== null || all.length > items.length;
  return {
    items,
    next: isMore && last ? positionOf(last) : null,
    total: { ...events.total, count: events.total.count + ofAlerts.length },
  };
}

function eventsOf({ _id, organisationId, subjectId, openedAt, closedAt, text }: AlertRecord): HistoryEvent[] {
  const event = { organisationId, deviceId: subjectId, planned: null, before: null, after: text };
  const opened = { ...event, _id: `alert:${_id}:opened`, at: openedAt, kind: 'alert_opened' as const };
  const closed = { ...event, _id: `alert:${_id}:closed`, kind: 'alert_closed' as const };
  return closedAt === null ? [opened] : [opened, { ...closed, at: closedAt }];
}

const positionOf = ({ at, _id }: HistoryEvent): SortedPosition => ({ value: at.getTime(), id: _id });

/** Negative when the first position comes before the second in the order of a page. */
function inOrder({ descending }: SortedPageRequest, one: SortedPosition, other: SortedPosition): number {
  const [first, second] = descending ? [other, one] : [one, other];
  return Number(first.value) - Number(second.value) || (String(first.id) < String(second.id) ? -1 : 1);
}
