import Joi from 'joi';
import { listOf } from '../../shared/platform/values/lists.js';
import { EVENT_TYPES, type EventType } from '../../shared/webhooks/domain/event-types.js';
import { accessToken, pathId } from '../http/fields.js';

export const urlField = Joi.string()
  .max(2048)
  .description('An https URL without a user or password, whose host has public addresses only');

export const typesField = listOf(Joi.string().valid(...EVENT_TYPES))
  .min(1)
  .max(EVENT_TYPES.length)
  .unique();

export interface WebhookFields {
  url: string;
  types: EventType[];
}

/** An operation on the webhook of the path. */
export const webhookId: Joi.ObjectSchema<{ id: number }> = Joi.object({
  id: pathId,
  access_token: accessToken,
});
