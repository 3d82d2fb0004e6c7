import { UNKNOWN_ID } from '../http/fields.js';
import { findToChange } from '../../shared/rollouts/operations/change-rollout.js';
import type { Caller } from '../../shared/access/domain/access.js';
import type { ErrorName } from '../../shared/platform/errors/catalogue.js';
import type {
  Accompany,
  ChangeRequest,
  RolloutView,
} from '../../shared/rollouts/operations/change-rollout.js';
import type { ApiDeps } from '../deps.js';
import { endpoint, type Endpoint } from '../http/endpoint.js';
import { rolloutAnswer } from './rollout-answer.js';
import type { ActionInput } from './rollout-input.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { rolloutAnswerSchema } from './rollout-schemas.js';

interface Action<Input> extends Pick<
  Endpoint<Input>,
  'operation' | 'summary' | 'routes' | 'input' | 'documented' | 'invalid'
> {
  /** Of the answer: 201 where the action creates a rollout. */
  readonly status?: 200 | 201;
  readonly run: (
    deps: ApiDeps,
    caller: Caller,
    request: Input & ChangeRequest,
    accompany: Accompany,
  ) => Promise<RolloutView>;
}

const REFUSALS: readonly ErrorName[] = [
  'forbidden',
  'rolloutNotFound',
  'stateForbids',
  'revisionChanged',
  'idempotencyKeyInUse',
  'idempotencyKeyReused',
];

/** An operation on the rollout of the path that answers with it, or with one that it creates. Takes Idempotency-Key and If-Match. */
export function actionEndpoint<Input extends ActionInput>({
  run,
  status = 200,
  ...action
}: Action<Input>): Endpoint {
  const invalid = action.invalid ? [action.invalid] : [];
  return endpoint<Input>({
    ...action,
    family: 'v1',
    access: 'user',
    changes: true,
    headers: ['Idempotency-Key', 'If-Match'],
    output: { [status]: rolloutAnswerSchema, ...(action.invalid ? { 422: invalidSchema } : {}) },
    refusals: [...REFUSALS, ...invalid, ...(status === 201 ? (['tooManyOpen'] as const) : [])],
    beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) =>
      findToChange(deps, caller, { id, revisions: null }),
    async handle({ deps, caller, input, revisions, keep }) {
      const changed = await run(deps, caller, { ...input, revisions }, (view, session) =>
        keep(rolloutAnswer(view, status), session),
      );
      return rolloutAnswer(changed, status);
    },
  });
}
