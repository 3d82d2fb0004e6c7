import Joi from 'joi';
import { ROLES, type NetworkGrant, type Role } from '../../shared/access/domain/access.js';
import { grantList } from '../../shared/access/domain/user-fields.js';
import { cleanText } from '../../shared/platform/values/texts.js';
import { domainText, MAX_DOMAINS } from '../../shared/sso/domain/domains.js';
import { HIDDEN_SECRET, type SsoRights } from '../../shared/sso/domain/sso-settings.js';
import type { GivenSso } from '../../shared/sso/operations/configuration/replace-sso.js';
import { flag, numberId } from '../http/fields.js';

const MAX_ROLES = 100;
const LONGEST_SECRET = 4096;

/** Rights under the names of the API. */
export interface RightsFields {
  role: Role;
  tier: 1 | 2;
  networks: NetworkGrant[] | null;
  manage_inventory: boolean;
}

interface RoleFields extends RightsFields {
  value: string;
}

export interface SsoInput {
  issuer: string;
  client_id: string;
  client_secret: string;
  domains: string[];
  claim: string | null;
  roles: RoleFields[];
  default: RightsFields | null;
  required: boolean;
  break_glass: number | null;
}

const rightsFields = {
  role: Joi.string()
    .valid(...ROLES)
    .required(),
  tier: Joi.number().valid(1, 2).default(1),
  networks: grantList.allow(null).default(null).description('Null: all networks'),
  manage_inventory: flag.default(false),
};

export const ssoFields = {
  issuer: cleanText.trim().max(1024).required().description('The URL of the identity provider'),
  client_id: cleanText.trim().max(255).required(),
  client_secret: cleanText
    .max(LONGEST_SECRET)
    .required()
    .description(`\`${HIDDEN_SECRET}\` keeps the stored one, of the same issuer and client`),
  domains: Joi.array()
    .items(domainText)
    .unique()
    .max(MAX_DOMAINS)
    .required()
    .description('The domains of the emails of users who sign in by the provider'),
  claim: cleanText
    .trim()
    .max(255)
    .allow(null)
    .default(null)
    .description('The path of the claim that gives rights, such as `realm_access.roles`'),
  roles: Joi.array()
    .items(Joi.object({ value: cleanText.max(255).required(), ...rightsFields }))
    .unique('value')
    .max(MAX_ROLES)
    .default([])
    .description('The first one whose value the claim has gives the rights'),
  default: Joi.object(rightsFields)
    .allow(null)
    .default(null)
    .description('The rights of users whose claim has none of the values; null refuses them'),
  required: flag.default(false).description('Whether users sign in by the provider alone'),
  break_glass: numberId
    .allow(null)
    .default(null)
    .description('The id of the super admin who keeps a password, with a second factor'),
};

/** The settings that a request asks for. */
export function givenSso({
  client_id,
  client_secret,
  break_glass,
  roles,
  default: standard,
  ...same
}: SsoInput): GivenSso {
  return {
    ...same,
    clientId: client_id,
    clientSecret: client_secret,
    breakGlassId: break_glass,
    roles: roles.map(({ value, ...rights }) => ({ value, ...rightsOf(rights) })),
    standard: standard && rightsOf(standard),
  };
}

function rightsOf({ role, tier, networks, manage_inventory }: RightsFields): SsoRights {
  return { role, tier, networks, manageInventory: manage_inventory };
}
