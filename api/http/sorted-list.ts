import Joi from 'joi';
import type { Caller } from '../../shared/access/domain/access.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import type { ErrorName } from '../../shared/platform/errors/catalogue.js';
import type {
  SortedPage,
  SortedPageRequest,
  SortedPosition,
} from '../../shared/platform/mongo/sorted-page.js';
import type { ApiDeps } from '../deps.js';
import { countedMetaSchema, invalidSchema, pageSchema } from './answer-schemas.js';
import { MAX_CURSOR } from './cursor.js';
import { endpoint, type Endpoint, type EndpointRequest } from './endpoint.js';
import { bothWays, listFields } from './list-fields.js';
import { revalidated } from './revalidated.js';

/** A list that can be sorted. */
interface SortedList<Item, Filter> extends Pick<Endpoint, 'operation' | 'summary' | 'routes'> {
  /** Its name in the response, and the schema of an entry. */
  readonly resource: string;
  readonly item: Joi.Schema;
  /** The stored field of each field in `sort`; the first one is the default. */
  readonly columns: Readonly<Record<string, string>>;
  /** Whether the default is descending. */
  readonly newestFirst?: boolean;
  /** Further parameters. */
  readonly filter?: Readonly<Record<string, Joi.Schema>>;
  /** The type of the stored ids; numbers by default. */
  readonly ids?: IdType;
  readonly refusals?: readonly ErrorName[];
  readonly beforeFields?: (
    request: Pick<EndpointRequest<Filter>, 'deps' | 'caller'> & { readonly input: Partial<Filter> },
  ) => unknown;
  readonly read: (
    deps: ApiDeps,
    caller: Caller,
    page: SortedPageRequest,
    filter: Filter,
  ) => Promise<SortedPage<Item>>;
  readonly present: (
    items: readonly Item[],
    deps: ApiDeps,
    caller: Caller,
    request: Pick<EndpointRequest<unknown>, 'sessionHash'>,
  ) => readonly object[] | Promise<readonly object[]>;
}

type IdType = 'numbers' | 'texts';

/** An operation that answers one page of a list with the number of its records. */
export function sortedListEndpoint<Item, Filter = object>({
  resource,
  item,
  columns,
  newestFirst = false,
  filter,
  ids = 'numbers',
  refusals = [],
  read,
  present,
  ...list
}: SortedList<Item, Filter>): Endpoint {
  const [first = 'id', ...others] = bothWays(Object.keys(columns));
  const [second = first] = others.splice(0, 1);
  const orders = newestFirst ? ([second, first, ...others] as const) : ([first, second, ...others] as const);
  return endpoint<SortedListInput & Filter>({
    ...list,
    family: 'v1',
    access: 'user',
    changes: false,
    input: Joi.object({ ...filter, ...listFields(orders, sortedCursor(ids)) }),
    invalid: 'settingsInvalid',
    headers: ['If-None-Match'],
    output: { 200: pageSchema(resource, item, countedMetaSchema), 422: invalidSchema },
    refusals: [...refusals, 'settingsInvalid'],
    async handle({ deps, caller, input, sessionHash }) {
      const page = await read(deps, caller, requestedPage(input, columns), input);
      const data = { [resource]: await present(page.items, deps, caller, { sessionHash }) };
      return revalidated({ data, meta: sortedMeta(input, page), status: 200 });
    },
  });
}

interface SortedListInput {
  per_page: number;
  sort: string;
  cursor?: SortedCursor;
}

/** A cursor names its order, because a position in one order is none in another. */
interface SortedCursor {
  readonly sort: string;
  readonly position: SortedPosition;
}

const VERSION = 's1';
const blank = Joi.valid('', null);

const sortedCursor = (ids: IdType) =>
  Joi.string()
    .empty(blank)
    .max(MAX_CURSOR)
    .custom(
      (text: string, helpers) =>
        readCursor(text, ids) ?? helpers.message({ custom: 'is not the cursor of a list' }),
    )
    .description('meta.next_cursor of the page before');

/**
 * The page that a request asks for.
 * @param columns the stored field of each field in `sort`
 * @throws AppError settingsInvalid for a cursor of another order
 */
function requestedPage(
  { per_page: limit, sort, cursor }: SortedListInput,
  columns: Readonly<Record<string, string>>,
): SortedPageRequest {
  if (cursor && cursor.sort !== sort) {
    const errors = [{ path: 'cursor', msg: 'is the cursor of a list in another order' }];
    throw new AppError('settingsInvalid', { details: { errors } });
  }
  const descending = sort.startsWith('-');
  const field = columns[descending ? sort.slice(1) : sort] ?? '_id';
  return { field, descending, after: cursor?.position ?? null, limit };
}

function sortedMeta({ sort }: SortedListInput, { next, total }: Pick<SortedPage<unknown>, 'next' | 'total'>) {
  return {
    next_cursor: next && writeCursor({ sort, position: next }),
    has_more: next !== null,
    total: total.count,
    total_is_exact: total.isExact,
  };
}

function writeCursor({ sort, position: { value, id } }: SortedCursor): string {
  return Buffer.from(JSON.stringify([VERSION, sort, value, id])).toString('base64url');
}

const ID = {
  numbers: Joi.number().integer().min(0).strict().required(),
  texts: Joi.string().allow('').strict().required(),
} as const;

const written = (ids: IdType) =>
  Joi.array()
    .ordered(
      Joi.valid(VERSION).required(),
      Joi.string().required(),
      Joi.alternatives().try(Joi.string().allow('').strict(), Joi.number().strict()).required(),
      ID[ids],
    )
    .required();
const WRITTEN = { numbers: written('numbers'), texts: written('texts') } as const;

function readCursor(text: string, ids: IdType): SortedCursor | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (WRITTEN[ids].validate(read).error) return null;
    const [, sort, value, id] = read as [string, string, string | number, number | string];
    return { sort, position: { value, id } };
  } catch {
    return null;
  }
}
