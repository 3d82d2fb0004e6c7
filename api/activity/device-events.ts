import Joi from 'joi';
import { EVENT_KINDS } from '../../shared/inventory/domain/event-kinds.js';
import type { DeviceEventRecord } from '../../shared/inventory/models/device-event.js';
import { listDeviceEvents } from '../../shared/activity/operations/list-device-events.js';
import type { EventPosition } from '../../shared/activity/stores/event-store.js';
import { invalidSchema, pageSchema } from '../http/answer-schemas.js';
import { timeCursor, timeCursorMeta } from '../http/cursor.js';
import { endpoint } from '../http/endpoint.js';
import { revalidated } from '../http/revalidated.js';
import { accessToken, pageSize, pathId } from '../http/fields.js';
import { PATHS } from '../paths.js';

interface Input {
  id: number;
  per_page: number;
  cursor?: EventPosition;
}

const value = Joi.alternatives(Joi.string().allow(''), Joi.number()).allow(null).required();

export const deviceEventSchema = Joi.object({
  id: Joi.string().required(),
  at: Joi.string().isoDate().required(),
  kind: Joi.string()
    .valid(...EVENT_KINDS)
    .required(),
  planned: Joi.boolean()
    .allow(null)
    .required()
    .description('Of went_down: whether firmware was being installed; null for others'),
  before: value.description('The network or the version'),
  after: value.description('The network, the version, or the name of the template that was applied'),
});

export const deviceEventsEndpoint = endpoint<Input>({
  operation: 'device_events',
  summary: 'List the events of a device, newest first',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.deviceEvents,
  input: Joi.object({
    id: pathId,
    per_page: pageSize(50, 200).min(1),
    cursor: timeCursor,
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  headers: ['If-None-Match'],
  output: { 200: pageSchema('events', deviceEventSchema), 422: invalidSchema },
  refusals: ['deviceNotFound', 'settingsInvalid'],
  async handle({ deps, caller, input: { id, per_page: limit, cursor: before = null } }) {
    const { events, hasMore } = await listDeviceEvents(deps, caller, id, { before, limit });
    const last = hasMore ? events.at(-1) : undefined;
    const meta = timeCursorMeta(last ? { at: last.at, id: last._id } : null);
    const body = { data: { events: events.map(presentEvent) }, meta, status: 200 };
    return revalidated(body);
  },
});

function presentEvent({ _id, at, kind, planned, before, after }: DeviceEventRecord) {
  return { id: _id, at: at.toISOString(), kind, planned, before, after };
}
