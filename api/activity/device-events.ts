import Joi from 'joi';
import { findDeviceById } from '../../shared/inventory/operations/update-device.js';
import { EVENT_KINDS } from '../../shared/inventory/domain/event-kinds.js';
import {
  ALERT_EVENT_KINDS,
  listDeviceHistory,
  type HistoryEvent,
} from '../../shared/alerts/operations/list-device-history.js';
import { pathId, UNKNOWN_ID } from '../http/fields.js';
import { sortedListEndpoint } from '../http/sorted-list.js';
import { PATHS } from '../paths.js';

const value = Joi.alternatives(Joi.string().allow(''), Joi.number()).allow(null).required();

export const deviceEventSchema = Joi.object({
  id: Joi.string().required(),
  at: Joi.string().isoDate().required(),
  kind: Joi.string()
    .valid(...EVENT_KINDS, ...ALERT_EVENT_KINDS)
    .required(),
  planned: Joi.boolean()
    .allow(null)
    .required()
    .description('Of went_down: whether firmware was being installed; null for others'),
  before: value.description('The network or the version'),
  after: value.description(
    'The network, the version, the name of the template that was applied, or the text of the alert',
  ),
});

export const deviceEventsEndpoint = sortedListEndpoint<HistoryEvent, { id: number }>({
  operation: 'device_events',
  summary: 'List the events of a device and the alerts about it, newest first',
  routes: PATHS.deviceEvents,
  resource: 'events',
  item: deviceEventSchema,
  filter: { id: pathId },
  columns: { at: 'at' },
  newestFirst: true,
  ids: 'texts',
  refusals: ['deviceNotFound'],
  beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) => findDeviceById(deps, caller, id),
  read: (deps, caller, page, { id }) => listDeviceHistory(deps, caller, id, page),
  present: (events) => events.map(presentEvent),
});

function presentEvent({ _id, at, kind, planned, before, after }: HistoryEvent) {
  return { id: _id, at: at.toISOString(), kind, planned, before, after };
}
