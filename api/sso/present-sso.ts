import Joi from 'joi';
import { ROLES } from '../../shared/access/domain/access.js';
import { proofOf } from '../../shared/sso/domain/domains.js';
import {
  HIDDEN_SECRET,
  logoutUri,
  redirectUri,
  type SsoRights,
} from '../../shared/sso/domain/sso-settings.js';
import type { SsoDomainRecord } from '../../shared/sso/models/sso-domain.js';
import type { OwnSso } from '../../shared/sso/operations/configuration/sso-configuration.js';
import { recordSchema } from '../http/answer-schemas.js';
import type { Answer } from '../http/endpoint.js';
import { etagOf } from '../http/etag.js';

const nullable = (schema: Joi.Schema): Joi.Schema => schema.allow(null).required();
const time = Joi.string().isoDate();

const rightsKeys = {
  role: Joi.string()
    .valid(...ROLES)
    .required(),
  tier: Joi.number().valid(1, 2).required(),
  networks: Joi.array()
    .items(
      Joi.object({
        id: Joi.number().integer().required(),
        access: Joi.string().valid('full', 'read').required(),
      }),
    )
    .allow(null)
    .required(),
  manage_inventory: Joi.boolean().required(),
};

export const ssoRightsSchema = Joi.object(rightsKeys);

export const ssoDomainSchema = Joi.object({
  domain: Joi.string().required(),
  is_proven: Joi.boolean().required(),
  proven_by: nullable(Joi.string().valid('dns', 'command_line')),
  record_name: Joi.string().required().description('The name of the TXT record that proves it'),
  record_text: Joi.string().required(),
  proven_at: nullable(time).description('Since when'),
  seen_at: nullable(time).description('When the record was last seen'),
});

/** Single sign-on of an organisation, as the operations on it answer. */
export const ssoAnswerSchema = recordSchema(
  'sso',
  Joi.object({
    issuer: nullable(Joi.string()).description('Null without single sign-on'),
    client_id: nullable(Joi.string()),
    client_secret: nullable(Joi.string().valid(HIDDEN_SECRET)),
    redirect_uri: nullable(Joi.string()).description('Where the provider sends browsers back to'),
    backchannel_logout_uri: nullable(Joi.string()).description(
      'Where the provider says that a person has signed out',
    ),
    domains: Joi.array().items(ssoDomainSchema).required(),
    claim: nullable(Joi.string()),
    roles: Joi.array()
      .items(Joi.object({ value: Joi.string().required(), ...rightsKeys }))
      .required(),
    default: nullable(ssoRightsSchema),
    required: Joi.boolean().required(),
    break_glass: nullable(Joi.number().integer()),
    can_require: Joi.boolean()
      .required()
      .description(
        'Whether the session of the caller was signed in by this configuration, so that it may require it',
      ),
    revision: Joi.number().integer().required(),
  }),
);

export function ssoAnswer(
  { organisationId, settings, domains, canRequire, revision }: OwnSso,
  publicUrl: string | null,
): Answer {
  const sso = {
    issuer: settings?.issuer ?? null,
    client_id: settings?.clientId ?? null,
    client_secret: settings && HIDDEN_SECRET,
    redirect_uri: publicUrl && redirectUri(publicUrl, organisationId),
    backchannel_logout_uri: publicUrl && logoutUri(publicUrl, organisationId),
    domains: domains.map(presentDomain),
    claim: settings?.claim ?? null,
    roles: settings?.roles.map(({ value, ...rights }) => ({ value, ...presentRights(rights) })) ?? [],
    default: settings?.standard ? presentRights(settings.standard) : null,
    required: settings?.required ?? false,
    break_glass: settings?.breakGlassId ?? null,
    can_require: canRequire,
    revision,
  };
  return {
    status: 200,
    headers: { ETag: etagOf(revision) },
    body: { data: { sso }, status: 200 },
  };
}

function presentDomain({ provenBy, provenDomain, provenAt, seenAt, ...read }: SsoDomainRecord) {
  const { name, text } = proofOf(read);
  return {
    domain: read.domain,
    is_proven: provenDomain !== undefined,
    proven_by: provenBy ?? null,
    record_name: name,
    record_text: text,
    proven_at: provenAt?.toISOString() ?? null,
    seen_at: seenAt?.toISOString() ?? null,
  };
}

function presentRights({ role, tier, networks, manageInventory }: SsoRights) {
  return {
    role,
    tier,
    networks: networks?.map(({ id, access }) => ({ id, access })) ?? null,
    manage_inventory: manageInventory,
  };
}
