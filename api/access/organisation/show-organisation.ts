import Joi from 'joi';
import { showOrganisation } from '../../../shared/access/operations/organisation-settings.js';
import { endpoint } from '../../http/endpoint.js';
import { accessToken } from '../../http/fields.js';
import { PATHS } from '../../paths.js';
import { organisationAnswer, organisationAnswerSchema } from './present-organisation.js';

export const showOrganisationEndpoint = endpoint({
  operation: 'show_organisation',
  summary: "Show the caller's organisation, and how its users sign in",
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showOrganisation,
  input: Joi.object({ access_token: accessToken }),
  headers: ['If-None-Match'],
  output: { 200: organisationAnswerSchema },
  refusals: [],
  handle: async ({ deps, caller }) => organisationAnswer(await showOrganisation(deps, caller)),
});
