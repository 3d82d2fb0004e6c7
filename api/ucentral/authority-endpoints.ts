import Joi from 'joi';
import type { Caller } from '../../shared/access/domain/access.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import {
  removeAuthority,
  replaceAuthority,
  showAuthority,
  type ShownAuthority,
} from '../../shared/ucentral/operations/organisation-authority.js';
import { invalidSchema, recordSchema } from '../http/answer-schemas.js';
import { endpoint, type Answer } from '../http/endpoint.js';
import { etagOf } from '../http/etag.js';
import { accessToken } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';

const MAX_CERTIFICATE = 16_384;

const nullable = (schema: Joi.Schema): Joi.Schema => schema.allow(null).required();

/** The certificate authority of an organisation, as the operations on it answer. */
export const authorityAnswerSchema = recordSchema(
  'ucentral_ca',
  Joi.object({
    certificate: nullable(Joi.string()).description('In PEM; null without an authority'),
    name: nullable(Joi.string()).description('Its subject'),
    valid_from: nullable(Joi.string().isoDate()),
    valid_to: nullable(Joi.string().isoDate()),
    revision: Joi.number().integer().required(),
  }),
);

function authorityAnswer({ authority, revision }: ShownAuthority): Answer {
  const ucentral_ca = {
    certificate: authority?.certificate ?? null,
    name: authority?.name ?? null,
    valid_from: authority?.validFrom.toISOString() ?? null,
    valid_to: authority?.validTo.toISOString() ?? null,
    revision,
  };
  return {
    status: 200,
    headers: { ETag: etagOf(revision) },
    body: { data: { ucentral_ca }, status: 200 },
  };
}

function beforeFields({ caller }: { readonly caller: Caller }): void {
  if (caller.role !== 'super_admin') throw new AppError('forbidden');
}

const CHANGE_REFUSALS = [
  'forbidden',
  'revisionChanged',
  'idempotencyKeyInUse',
  'idempotencyKeyReused',
] as const;

export const showAuthorityEndpoint = endpoint({
  operation: 'show_ucentral_ca',
  summary: "Show the certificate authority of the organisation's devices that speak uCentral",
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showUcentralCa,
  input: Joi.object({ access_token: accessToken }),
  headers: ['If-None-Match'],
  output: { 200: authorityAnswerSchema },
  refusals: ['forbidden'],
  handle: async ({ deps, caller }) => authorityAnswer(await showAuthority(deps, caller)),
});

interface Input {
  certificate: string;
}

export const replaceAuthorityEndpoint = endpoint<Input>({
  operation: 'replace_ucentral_ca',
  summary: "Replace the certificate authority of the organisation's devices that speak uCentral",
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.replaceUcentralCa,
  input: Joi.object({
    certificate: Joi.string().trim().max(MAX_CERTIFICATE).required().description('One certificate in PEM'),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 200: authorityAnswerSchema, 422: invalidSchema },
  refusals: [...CHANGE_REFUSALS, 'settingsInvalid', 'tooManyOpen'],
  beforeFields,
  handle: ({ deps, caller, input: { certificate }, revisions, keep }) =>
    answerKept(keep, authorityAnswer, (accompany) =>
      replaceAuthority(deps, caller, { certificate, revisions }, accompany),
    ),
});

export const removeAuthorityEndpoint = endpoint({
  operation: 'remove_ucentral_ca',
  summary: "Remove the certificate authority of the organisation's devices that speak uCentral",
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.removeUcentralCa,
  input: Joi.object({ access_token: accessToken }),
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 200: authorityAnswerSchema },
  refusals: [...CHANGE_REFUSALS],
  beforeFields,
  handle: ({ deps, caller, revisions, keep }) =>
    answerKept(keep, authorityAnswer, (accompany) => removeAuthority(deps, caller, { revisions }, accompany)),
});
