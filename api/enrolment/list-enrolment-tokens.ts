import { listEnrolmentTokens } from '../../shared/enrolment/operations/list-enrolment-tokens.js';
import { sortedListEndpoint } from '../http/sorted-list.js';
import { PATHS } from '../paths.js';
import { enrolmentTokenSchema, presentEnrolmentToken } from './present-enrolment-token.js';

export const listEnrolmentTokensEndpoint = sortedListEndpoint({
  operation: 'list_enrolment_tokens',
  summary: 'List the enrolment tokens of the organisation, newest first',
  routes: PATHS.listEnrolmentTokens,
  resource: 'enrolment_tokens',
  item: enrolmentTokenSchema,
  columns: { id: '_id' },
  newestFirst: true,
  refusals: ['forbidden'],
  read: listEnrolmentTokens,
  present: (tokens) => tokens.map(presentEnrolmentToken),
});
