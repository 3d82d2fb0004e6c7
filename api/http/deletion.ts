import type Joi from 'joi';
import type { Caller } from '../../shared/access/domain/access.js';
import type { ErrorName } from '../../shared/platform/errors/catalogue.js';
import type { AccompanyDeletion } from '../../shared/platform/mongo/transaction.js';
import type { ApiDeps } from '../deps.js';
import { DELETED, deletedSchema } from './answer-schemas.js';
import { endpoint, type Answer, type Endpoint, type EndpointRequest } from './endpoint.js';

/** A deletion whose answer says only that it is done. */
interface Deletion<Input> extends Pick<
  Endpoint<Input>,
  'operation' | 'summary' | 'routes' | 'input' | 'own'
> {
  /** Beyond those of the Idempotency-Key. */
  readonly refusals: readonly ErrorName[];
  /** Whether it takes If-Match. */
  readonly hasRevision?: boolean;
  /** The answer, with its schema, where it is not that of most deletions. */
  readonly answer?: Answer;
  readonly output?: Joi.Schema;
  /** The schemas of refusals that have more than a text, by status. */
  readonly refused?: Readonly<Record<number, Joi.Schema>>;
  /** Calls `accompany` in the transaction of the deletion. */
  readonly run: (
    deps: ApiDeps,
    caller: Caller,
    request: Input & Pick<EndpointRequest<Input>, 'revisions' | 'sessionHash'>,
    accompany: AccompanyDeletion,
  ) => Promise<void>;
}

/** An operation that deletes a record of the path. Takes an Idempotency-Key: its answer is kept with the deletion. */
export function deletionEndpoint<Input extends object>({
  run,
  refusals,
  hasRevision = false,
  answer = DELETED,
  output = deletedSchema,
  refused = {},
  ...deletion
}: Deletion<Input>): Endpoint {
  return endpoint<Input>({
    ...deletion,
    family: 'v1',
    access: 'user',
    changes: true,
    headers: hasRevision ? ['Idempotency-Key', 'If-Match'] : ['Idempotency-Key'],
    output: { [answer.status]: output, ...refused },
    refusals: [
      ...refusals,
      ...(hasRevision ? (['revisionChanged'] as const) : []),
      'idempotencyKeyInUse',
      'idempotencyKeyReused',
    ],
    async handle({ deps, caller, input, revisions, sessionHash, keep }) {
      await run(deps, caller, { ...input, revisions, sessionHash }, (session) => keep(answer, session));
      return answer;
    },
  });
}
