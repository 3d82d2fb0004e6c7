import Joi from 'joi';
import { ENROLMENT_STATES, type EnrolmentState } from '../../shared/enrolment/domain/judge-enrolment.js';
import { listEnrolments, type EnrolmentView } from '../../shared/enrolment/operations/list-enrolments.js';
import { sortedListEndpoint } from '../http/sorted-list.js';
import { PATHS } from '../paths.js';
import { enrolmentSchema, presentEnrolment } from './present-enrolment.js';

export const listEnrolmentsEndpoint = sortedListEndpoint<EnrolmentView, { state: EnrolmentState }>({
  operation: 'list_enrolments',
  summary: 'List the devices that wait for an approval of their enrolment, newest first',
  routes: PATHS.listEnrolments,
  resource: 'enrolments',
  item: enrolmentSchema,
  filter: {
    state: Joi.string()
      .empty(Joi.valid('', null))
      .valid(...ENROLMENT_STATES)
      .default('waiting'),
  },
  columns: { id: '_id' },
  newestFirst: true,
  refusals: ['forbidden'],
  read: (deps, caller, page, { state }) => listEnrolments(deps, caller, state, page),
  present: (views) => views.map(presentEnrolment),
});
