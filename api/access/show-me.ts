import Joi from 'joi';
import { isOperator, ROLES } from '../../shared/access/domain/access.js';
import { describeCaller, type DescribedCaller } from '../../shared/access/operations/describe-caller.js';
import { endpoint } from '../http/endpoint.js';
import { recordSchema } from '../http/answer-schemas.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';

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
});

export const showMeEndpoint = endpoint({
  operation: 'show_me',
  summary: 'Show the caller with its rights',
  family: 'v1',
  access: 'user',
  operators: true,
  changes: false,
  withoutFactor: true,
  routes: PATHS.showMe,
  input: Joi.object({ access_token: accessToken }),
  output: {
    200: recordSchema('me', meSchema),
  },
  refusals: [],
  async handle({ deps, principal, sessionHash }) {
    const me = presentMe(await describeCaller(deps, principal, sessionHash));
    return { status: 200, body: { data: { me }, status: 200 } };
  },
});

function presentMe({ principal, email, organisation, rights, expiresAt, secondFactor }: DescribedCaller) {
  const user = isOperator(principal) ? null : principal;
  return {
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
  };
}
