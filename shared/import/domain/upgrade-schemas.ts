import Joi from 'joi';
import {
  findTransition,
  MAX_HISTORY,
  UPGRADE_STATUSES,
  type TransitionRecord,
} from '../../upgrades/domain/upgrade-status.js';
import { flag, id, mac, optionalText, text, time } from './fields.js';

/** A pending upgrade keeps the last 100 of its former schedules; a deleted one had its last besides. */
const scheduleIds = Joi.array().items(id).unique().max(101);

const transition = Joi.object<TransitionRecord>({
  from: text.required(),
  to: text.required(),
  event: text.required(),
  at: time.required(),
}).custom((row: TransitionRecord, helpers) =>
  findTransition(row.from, row.to, row.event) ? row : helpers.message({ custom: 'is not a transition' }),
);

/** What records of schedules, their upgrades and deleted ones look like. */
export const UPGRADE_SCHEMAS = {
  schedules: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    user_id: Joi.number().integer().min(0).required(),
    targets: Joi.array()
      .items(Joi.string().pattern(/^(AP|network|tag):\d+$/))
      .required(),
    is_change: flag.required(),
    network_ids: Joi.array().items(id).allow(null).required(),
    includes_unassigned: flag.required(),
    version: text.required(),
    upgrade_type: Joi.valid('automatic', 'manual').required(),
    schedule_type: Joi.valid('now', 'later').required(),
    time_zone: Joi.string().max(64).allow(null).required(),
    save_prev_config: flag.required(),
    due_at: time.required(),
    state: Joi.valid('writing', 'waiting', 'released', 'cancelled').required(),
    resolved_at: time.required(),
    released_at: time.allow(null).required(),
    created_at: time.required(),
  }),
  upgrades: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    router_inventory_id: id.required(),
    version: text.required(),
    upgrade_type: Joi.valid('automatic', 'manual').default('automatic'),
    schedule_type: Joi.valid('now', 'later').default('now'),
    schedule_at: Joi.string().max(64).allow(null),
    time_zone: Joi.string().max(64).allow(null),
    save_prev_config: flag.default(false),
    status: Joi.valid(...UPGRADE_STATUSES)
      .empty('')
      .default('Pending'),
    created_at: time,
    schedule_id: id.allow(null),
    former_schedule_ids: scheduleIds,
    due_at: time,
    updated_at: time,
    attempts: Joi.number().integer().min(0),
    progress: Joi.number().min(0).max(100).allow(null),
    message: Joi.string().max(4096).allow('', null),
    history: Joi.array().items(transition).max(MAX_HISTORY),
    device: Joi.object({
      mac_id: mac.required(),
      name: optionalText.required(),
      location_network_id: id.allow(null).required(),
    }),
  }),
  deleted_upgrades: Joi.object({
    id: Joi.string()
      .pattern(/^[1-9]\d{0,11}:[1-9]\d{0,11}$/)
      .required(),
    organisation_id: id.required(),
    router_inventory_id: id.required(),
    schedule_ids: scheduleIds.min(1).required(),
    deleted_at: time.required(),
  }),
};
