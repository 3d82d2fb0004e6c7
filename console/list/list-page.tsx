import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { ReactNode } from 'react';
import { AsOf } from '../components/as-of';
import { ErrorBar } from '../components/error-bar';
import { Filters, type Filter } from './filters';
import type { ListState } from './list-search';
import { useSteadyRows } from './steady-rows';

export type Column<Item> = TableProps.ColumnDefinition<Item>;

/** The query of a list, with the rows and the meta data of its answer. */
interface ListQuery<Item> {
  readonly items: readonly Item[] | undefined;
  readonly next_cursor?: string | null | undefined;
  readonly total?: number | null | undefined;
  readonly total_is_exact?: boolean | undefined;
  readonly error: unknown;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

interface ListPageProps<Item, Name extends string> {
  readonly title: string;
  /** Explains the list in one sentence. */
  readonly description?: ReactNode;
  /** A list within a screen has a heading of the second level. */
  readonly headingTag?: 'h1' | 'h2';
  readonly query: ListQuery<Item>;
  readonly columns: readonly Column<Item>[];
  readonly rowKey: (item: Item) => string;
  readonly list: ListState<Name>;
  readonly filters?: readonly Filter<Name>[];
  readonly actions?: ReactNode;
  /** Why the list is empty, and the next step. */
  readonly empty: ReactNode;
  readonly selection?: Pick<TableProps<Item>, 'selectedItems' | 'onSelectionChange' | 'ariaLabels'>;
  /** Above the rows, such as an offer to select all. */
  readonly notice?: ReactNode;
}

/** A screen with one list: filters, rows, pages; the state is in the URL. */
export function ListPage<Item, Name extends string>(props: ListPageProps<Item, Name>) {
  const {
    title,
    description,
    headingTag = 'h1',
    query,
    columns,
    rowKey,
    list,
    filters,
    actions,
    empty,
  } = props;
  const { search, change } = list;
  const { rows, pointerHandlers } = useSteadyRows(query.items, rowKey, JSON.stringify(search));
  const isFiltered = (filters ?? []).some(({ name }) => name !== 'per_page' && search[name] !== undefined);
  const isDescending = search.sort?.startsWith('-') === true;
  const sortedBy = columns.find(
    ({ sortingField }) => sortingField && sortingField === search.sort?.replace('-', ''),
  );
  return (
    <SpaceBetween size="m">
      <ErrorBar error={query.error} retry={() => void query.refetch()} />
      <div {...pointerHandlers}>
        <Table<Item>
          variant="container"
          wrapLines
          trackBy={rowKey}
          columnDefinitions={columns}
          items={rows ?? []}
          loading={rows === undefined && !query.error}
          loadingText={`Loading ${title.toLowerCase()}`}
          {...(sortedBy ? { sortingColumn: sortedBy } : {})}
          sortingDescending={isDescending}
          onSortingChange={({ detail }) => {
            const field = detail.sortingColumn.sortingField ?? '';
            change({ sort: detail.isDescending ? `-${field}` : field } as typeof search);
          }}
          {...(props.selection ? { selectionType: 'multi' as const, ...props.selection } : {})}
          ariaLabels={{ ...props.selection?.ariaLabels, tableLabel: title }}
          header={
            <Header
              variant={headingTag}
              headingTagOverride={headingTag}
              counter={counterOf(query)}
              description={description}
              actions={actions}
            >
              {title}
            </Header>
          }
          filter={
            <SpaceBetween size="s">
              {filters && <Filters filters={filters} list={list} />}
              {props.notice}
            </SpaceBetween>
          }
          footer={<Pages query={query} list={list} />}
          empty={
            <Box textAlign="center">
              {rows && (isFiltered ? <NothingFound list={list} filters={filters ?? []} /> : empty)}
            </Box>
          }
        />
      </div>
    </SpaceBetween>
  );
}

/** The number of rows on all pages; a plus when there are more than were counted. */
function counterOf({
  total,
  total_is_exact: isExact = true,
}: Pick<ListQuery<never>, 'total' | 'total_is_exact'>): string {
  return total === undefined || total === null ? '' : `(${total.toLocaleString()}${isExact ? '' : '+'})`;
}

function NothingFound<Name extends string>({
  list,
  filters,
}: Required<Pick<ListPageProps<unknown, Name>, 'list' | 'filters'>>) {
  const cleared = Object.fromEntries(filters.map(({ name }) => [name, undefined]));
  return (
    <SpaceBetween size="xs">
      <span>Nothing matches the filters.</span>
      <Button
        onClick={() => {
          list.change(cleared as ListState<Name>['search']);
        }}
      >
        Clear the filters
      </Button>
    </SpaceBetween>
  );
}

function Pages<Item, Name extends string>({
  query,
  list,
}: Pick<ListPageProps<Item, Name>, 'query' | 'list'>) {
  const { search, goToPage } = list;
  const { next_cursor: nextCursor } = query;
  return (
    <div className="pages">
      <AsOf at={query.dataUpdatedAt} />
      {(search.cursor ?? nextCursor) && (
        <SpaceBetween direction="horizontal" size="xs">
          <Button
            disabled={search.cursor === undefined}
            onClick={() => {
              goToPage(undefined);
            }}
          >
            First page
          </Button>
          <Button
            disabled={!nextCursor}
            onClick={() => {
              goToPage(nextCursor ?? undefined);
            }}
          >
            Next page
          </Button>
        </SpaceBetween>
      )}
    </div>
  );
}
