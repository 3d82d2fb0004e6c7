import Joi from 'joi';
import { removeSso } from '../../shared/sso/operations/configuration/remove-sso.js';
import { replaceSso, type SsoRequest } from '../../shared/sso/operations/configuration/replace-sso.js';
import { requireSuperAdmin, showSso } from '../../shared/sso/operations/configuration/sso-configuration.js';
import { networksOf } from '../access/users/present-user.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint, type Endpoint, type EndpointRequest } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { ssoAnswer, ssoAnswerSchema } from './present-sso.js';
import { givenSso, ssoFields, type SsoInput } from './sso-input.js';

const showSsoEndpoint = endpoint({
  operation: 'show_sso',
  summary: "Show how the users of the caller's organisation sign in by its identity provider",
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showSso,
  input: Joi.object({ access_token: accessToken }),
  output: { 200: ssoAnswerSchema },
  refusals: ['forbidden'],
  async handle({ deps, caller, sessionHash }) {
    const shown = await showSso(deps, caller, sessionHash ?? '');
    const { status, body } = ssoAnswer(shown, deps.env.publicUrl);
    // Without an ETag: proofs of domains change without a revision.
    return { status, body };
  },
});

const replaceSsoEndpoint = endpoint<SsoInput>({
  operation: 'replace_sso',
  summary: "Let the users of the caller's organisation sign in by its identity provider",
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.replaceSso,
  input: Joi.object({ ...ssoFields, access_token: accessToken }),
  invalid: 'settingsInvalid',
  headers: ['If-Match'],
  output: { 200: ssoAnswerSchema, 422: invalidSchema },
  refusals: [
    'forbidden',
    'recentSignInRequired',
    'revisionChanged',
    'settingsInvalid',
    'stateForbids',
    'domainTaken',
  ],
  beforeFields: ({ caller }) => {
    requireSuperAdmin(caller);
  },
  async handle(request) {
    const { deps, caller, input } = request;
    const known = networksOf(deps, caller);
    const replaced = await replaceSso(deps, caller, givenSso(input), requestOf(request), known);
    return ssoAnswer(replaced, deps.env.publicUrl);
  },
});

const removeSsoEndpoint = endpoint({
  operation: 'remove_sso',
  summary: "End single sign-on for the caller's organisation, and give up its domains",
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.removeSso,
  input: Joi.object({ access_token: accessToken }),
  headers: ['If-Match'],
  output: { 200: ssoAnswerSchema },
  refusals: ['forbidden', 'recentSignInRequired', 'revisionChanged', 'stateForbids'],
  async handle(request) {
    const { deps, caller } = request;
    return ssoAnswer(await removeSso(deps, caller, requestOf(request)), deps.env.publicUrl);
  },
});

function requestOf({
  sessionHash,
  revisions,
}: Pick<EndpointRequest<unknown>, 'sessionHash' | 'revisions'>): SsoRequest {
  return { sessionHash: sessionHash ?? '', revisions };
}

/** Single sign-on of an organisation. */
export const SSO_ENDPOINTS: readonly Endpoint[] = [showSsoEndpoint, replaceSsoEndpoint, removeSsoEndpoint];
