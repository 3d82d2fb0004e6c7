import Joi from 'joi';
import { isOperator, ROLES } from '../../shared/access/domain/access.js';
import { profileSchema } from '../../shared/access/domain/profile.js';
import type { DescribedCaller } from '../../shared/access/operations/describe-caller.js';
import { recordSchema } from '../http/answer-schemas.js';
import type { Answer } from '../http/endpoint.js';

/** What callers say of themselves; null takes what the browser has. */
export const profileFields = {
  name: profileSchema.name.allow(null).description('The name of the person'),
  locale: profileSchema.locale.allow(null).description('How the console writes dates and numbers'),
  time_zone: profileSchema.time_zone
    .allow(null)
    .description('IANA name: that of times in the console and in mails'),
};

const flag = Joi.boolean().required();
const whole = Joi.number().integer().required();

export const meSchema = Joi.object({
  user: Joi.object({ id: whole, email: Joi.string().allow('').required() }).required(),
  organisation: Joi.object({ id: whole, name: Joi.string().allow('').required() })
    .allow(null)
    .required()
    .description('Null for an operator of the installation'),
  role: Joi.string()
    .valid(...ROLES)
    .allow(null)
    .required(),
  tier: whole.allow(null),
  networks: Joi.array()
    .items(Joi.object({ id: whole, access: Joi.string().valid('full', 'read').required() }))
    .allow(null)
    .required()
    .description('Null for all networks'),
  rights: Joi.object({
    change: flag.description('Devices, SSIDs, upgrades and rollouts, in networks with full access'),
    manage_inventory: flag.description('Claim, release and change unassigned devices'),
    administer: flag.description(
      'Networks, users below the own role, webhooks, audit log, approval of stages',
    ),
    publish_firmware: flag,
    unreleased_firmware: flag.description('See and use firmware that is not released'),
  }).required(),
  session_expires_at: Joi.string().isoDate().allow(null).required(),
  second_factor: Joi.object({
    is_required: flag,
    is_set_up: flag,
  })
    .required()
    .description('Without one that is required, only its set-up is possible'),
  name: profileFields.name.required(),
  locale: profileFields.locale.required(),
  time_zone: profileFields.time_zone.required(),
});

export const meAnswerSchema = recordSchema('me', meSchema);

export function meAnswer({
  principal,
  email,
  profile,
  organisation,
  rights,
  expiresAt,
  secondFactor,
}: DescribedCaller): Answer {
  const user = isOperator(principal) ? null : principal;
  const me = {
    user: { id: principal.userId, email },
    organisation: user && { id: user.organisationId, name: organisation },
    role: user?.role ?? null,
    tier: user?.tier ?? null,
    networks:
      user && user.networks !== 'all' ? user.networks.map(({ id, access }) => ({ id, access })) : null,
    rights: {
      change: rights.change,
      manage_inventory: rights.manageInventory,
      administer: rights.administer,
      publish_firmware: rights.publishFirmware,
      unreleased_firmware: rights.unreleasedFirmware,
    },
    session_expires_at: expiresAt?.toISOString() ?? null,
    second_factor: { is_required: secondFactor.isRequired, is_set_up: secondFactor.isSetUp },
    name: profile.name,
    locale: profile.locale,
    time_zone: profile.timeZone,
  };
  return { status: 200, body: { data: { me }, status: 200 } };
}
