import { useLocation, useNavigate } from '@tanstack/react-router';

/** The state of a list in the URL: its filters by name, and its page. */
export type ListSearch<Filter extends string> = Partial<
  Record<Filter | 'cursor' | 'sort' | 'per_page', string>
>;

export interface ListState<Filter extends string> {
  readonly search: ListSearch<Filter>;
  /** Changes filters or the order, and goes back to the first page. */
  readonly change: (patch: ListSearch<Filter>) => void;
  readonly goToPage: (cursor: string | undefined) => void;
}

/** Reads and changes the state of the list that the URL shows; Back undoes each change. */
export function useListSearch<Filter extends string>(): ListState<Filter> {
  const search: ListSearch<Filter> = useLocation().search;
  const navigate = useNavigate();
  const write = (patch: ListSearch<Filter>): void => {
    const entries = Object.entries({ ...search, ...patch }).filter(
      ([, value]) => value !== undefined && value !== '',
    );
    void navigate({ to: '.', search: Object.fromEntries(entries) as never, resetScroll: false });
  };
  return {
    search,
    change: (patch) => {
      write({ cursor: undefined, ...patch });
    },
    goToPage: (cursor) => {
      write({ cursor } as ListSearch<Filter>);
    },
  };
}

/** Query parameters for the page that the URL names. */
export function pageOf({ cursor, per_page: size = '50' }: ListSearch<never>): {
  cursor?: string;
  per_page: number;
} {
  return { ...(cursor === undefined ? {} : { cursor }), per_page: Number(size) };
}

/** A number of the URL; undefined when there is none. */
export function numberOf(text: string | undefined): number | undefined {
  return text === undefined || Number.isNaN(Number(text)) ? undefined : Number(text);
}
