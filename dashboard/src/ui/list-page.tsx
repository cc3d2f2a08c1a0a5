import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { ApiError, Unreachable } from '../api/api-error.ts';
import type { ListPath, RecordOf } from '../api/contract.ts';
import { printJson } from '../api/json.ts';
import { loadTexts } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { failureOf, useList } from '../world/read.ts';
import { Go } from './go.tsx';
import { ChevronLeft, ChevronRight } from './icons.ts';
import lines from './lines.module.css';
import { loadPart } from './load-page.ts';
import { timesOf } from './period.ts';
import { Empty, Failure, faultOf, Loading } from './states.tsx';
import classes from './ui.module.css';
import { type LaterPart, laterPart, useLater } from './use-later.ts';

export type Column<T> = {
  readonly head: string;
  /** Replaces the heading text, for example with a checkbox for all rows. */
  readonly headCell?: (rows: readonly T[]) => ReactNode;
  readonly cell: (row: T) => ReactNode;
  readonly end?: boolean;
  /** Hidden on a phone, if a row leads to a page that shows it. */
  readonly wide?: boolean;
  /**
   * The place on a phone, where a row is two lines: who (or a name, which may end in an ellipsis) and how much, then
   * state and when, and for records without a page a note. Columns without a place are hidden there.
   */
  readonly line?: 'who' | 'name' | 'much' | 'state' | 'when' | 'note';
};

export type Filter = {
  /** The name of the list's query parameter. A period has none: it becomes two times. */
  readonly name: string;
  /** The kinds have a label of their own. */
  readonly label?: string;
  readonly kind?: 'period' | 'amount' | 'phone' | 'branch' | 'id';
  /** The choices; without them the filter is free text. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** The default choice; without one the list shows all. */
  readonly standing?: string | undefined;
  /** Turns free text into the value to query; null while it is incomplete. */
  readonly read?: (typed: string) => string | null;
  /** The hint to show while the text is incomplete. */
  readonly advice?: string;
};

type ListPageProps<P extends ListPath> = {
  path: P;
  params?: object;
  /** Query parameters that every request has. */
  fixed?: Record<string, string>;
  columns: readonly Column<RecordOf<P>>[];
  filters?: readonly Filter[];
  /** Selects the rows that belong here; without it, all do. */
  keep?: (row: RecordOf<P>) => boolean;
  /** The refetch interval in milliseconds, for lists without events. */
  every?: number;
  /** The page of a row. */
  to?: (row: RecordOf<P>) => string;
  empty: ReactNode;
  /** The part between the filters and the rows. It is loaded after the rows. */
  tools?: LaterPart<ToolsProps>;
};

export type Search = Record<string, string | undefined>;
/** The filters in the address, and as parameters of the list. */
export type ToolsProps = {
  readonly search: Search;
  readonly query: Search;
  readonly onChange: (search: Search) => void;
};

export type FilterBarProps = {
  filters: readonly Filter[];
  search: Search;
  error: unknown;
  /** The rows on the screen, for what a filter cannot know by itself. */
  rows: readonly unknown[];
  onChange: (changed: Search) => void;
  onClear: () => void;
};

/** Loaded after the rows: nobody filters a list before it is there. */
const filterBar = laterPart<FilterBarProps>(async () => {
  const [file] = await Promise.all([loadPart(() => import('./list-filters.tsx')), loadTexts('find')]);
  return file.FilterBar;
});

/** Without the period, which is two times. */
const queryOf = ({ period, ...search }: Search): Search => ({ ...search, ...timesOf(period) });

/** The service reads at most 50 000 records for one page of a list. */
const isTooLong = (error: unknown) => error instanceof ApiError && error.code === 'list_too_expensive';

/** The address holds filters and cursor, so that a list can be shared and Back works. */
export function ListPage<P extends ListPath>(props: ListPageProps<P>) {
  const { path, params = {}, fixed = {}, columns, filters = [], keep, every, to, empty, tools } = props;
  const { t } = useTexts();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const names = [...filters.map(({ name }) => name), 'starting_after', 'ending_before'];
  const filtered = queryOf(Object.fromEntries(filters.map(({ name }) => [name, search[name]])));
  const query = { ...filtered, starting_after: search.starting_after, ending_before: search.ending_before };
  const list = useList(path, params, { ...query, ...fixed }, every);
  const go = (next: Search) =>
    navigate({ to: '.', search: Object.fromEntries(Object.entries(next).filter(([, value]) => value)) as never });
  const setFilters = (changed: Search) =>
    go({ ...search, starting_after: undefined, ending_before: undefined, ...changed });
  const failure = failureOf(list);
  const page = list.data?.data ?? [];
  const rows = page.filter((row) => keep?.(row) ?? true);
  // Offline, the request waits. Do not show another filter's rows or a skeleton meanwhile.
  const waits = list.isPaused && (list.isPending || list.isPlaceholderData);
  const isLoaded = !list.isPending;
  const FilterBar = useLater(filterBar, isLoaded);
  const Tools = useLater(tools, isLoaded);
  const isFiltered = filters.some(({ name }) => search[name]) || query.starting_after;

  return (
    <>
      {filters.length > 0 && (
        <div className={classes.filterPlace}>
          {FilterBar && (
            <FilterBar
              filters={filters}
              search={search}
              error={list.error}
              rows={rows}
              onChange={setFilters}
              onClear={() => go({ ...search, ...Object.fromEntries(names.map((name) => [name, undefined])) })}
            />
          )}
        </div>
      )}
      {tools && (
        <div className={classes.toolsPlace}>
          {Tools && <Tools search={search} query={{ ...filtered, ...fixed }} onChange={go} />}
        </div>
      )}
      {waits ? (
        <Failure error={new Unreachable()} retry={() => list.refetch()} />
      ) : list.isPending || (list.isPlaceholderData && rows.length === 0) ? (
        <Loading rows={8} />
      ) : failure && filters.some(({ name }) => faultOf(list.error, name)) ? (
        <Empty title={t('list.nothingFits')}>{t('list.nothingFitsAdvice')}</Empty>
      ) : isTooLong(list.error) && filters.some(({ kind }) => kind === 'period') ? (
        <Empty title={t('list.tooMany')}>{t('list.tooManyAdvice')}</Empty>
      ) : failure ? (
        <Failure error={failure} retry={() => list.refetch()} />
      ) : (
        <>
          {rows.length > 0 ? (
            <Table rows={rows} columns={columns} to={to} stale={list.isPlaceholderData} />
          ) : isFiltered ? (
            <Empty title={t('list.nothingFits')}>{t('list.nothingFitsAdvice')}</Empty>
          ) : (
            empty
          )}
          {/* Also if no row of this page belongs here: the next page may have some. */}
          {page.length > 0 && (
            <Pager
              stale={list.isPlaceholderData}
              ends={[page[0], page.at(-1)]}
              hasMore={list.data?.has_more ?? false}
              search={search}
              go={(cursor) => go({ ...search, starting_after: undefined, ending_before: undefined, ...cursor })}
            />
          )}
        </>
      )}
    </>
  );
}

type TableProps<T> = {
  rows: readonly T[];
  columns: readonly Column<T>[];
  to: ((row: T) => string) | undefined;
  stale?: boolean;
};

/** A table of so many columns may be wider than the page. */
const MANY = 11;

/** The arrow keys, j and k move between rows. Enter opens one, as a row is a link. */
export function Table<T>({ rows, columns, to, stale = false }: TableProps<T>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (!step || event.metaKey || event.ctrlKey || event.altKey) return;
    const links = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    event.preventDefault();
    links[at + step]?.focus();
  };
  const wide = (column: Column<T>) => (column.wide && to ? { 'data-wide': true } : {});
  const inLines = columns.some(({ line }) => line);
  // A phone scrolls the table sideways, and any screen one of many columns. Without links, the table itself must be
  // reachable by keyboard.
  const reach = to || (inLines && columns.length < MANY) ? {} : { tabIndex: 0 };
  const isFresh = useFresh(rows);
  return (
    <div className={`${classes.tableBox} ${inLines ? lines.lines : ''}`} {...reach}>
      <table {...(inLines ? roles.table : {})} className={`${classes.table} ${stale ? classes.stale : ''}`}>
        <thead {...(inLines ? roles.group : {})}>
          <tr {...(inLines ? roles.row : {})}>
            {columns.map((column) => (
              <th
                key={column.head}
                scope="col"
                className={column.end ? classes.end : undefined}
                {...wide(column)}
                {...(inLines ? roles.head : {})}
              >
                {column.headCell ? column.headCell(rows) : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={walk} {...(inLines ? roles.group : {})}>
          {rows.map((row) => (
            <tr
              key={keyOfRow(row)}
              className={isFresh(row) ? classes.fresh : undefined}
              {...(inLines ? roles.row : {})}
            >
              {columns.map((column, index) => (
                <td
                  key={column.head}
                  className={column.end ? classes.end : undefined}
                  data-line={column.line}
                  {...wide(column)}
                  {...(inLines ? roles.cell : {})}
                >
                  {index === 0 && to ? (
                    <Go to={to(row)} className={classes.row} data-row>
                      {column.cell(row)}
                    </Go>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A table whose style is not a table's has these roles only by name. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

const keyOfRow = (row: unknown): string => (row as { id?: string }).id ?? printJson(row);

/** @returns whether a row came while others of the list were on the screen */
function useFresh<T>(rows: readonly T[]): (row: T) => boolean {
  const known = useRef<ReadonlySet<string>>(new Set());
  const keys = rows.map(keyOfRow);
  const before = known.current;
  const isNews = keys.some((key) => before.has(key));
  useEffect(() => {
    known.current = new Set(keys);
  });
  return (row) => isNews && !before.has(keyOfRow(row));
}

type PagerProps = {
  /** The rows are still those of the previous page, so their cursors do not apply. */
  stale: boolean;
  /** The first and the last record of the page. */
  ends: readonly [unknown, unknown];
  hasMore: boolean;
  search: Search;
  go: (cursor: Search) => void;
};

function Pager({ stale, ends, hasMore, search, go }: PagerProps) {
  const { t } = useTexts();
  const backwards = search.ending_before !== undefined;
  const previous = backwards ? hasMore : search.starting_after !== undefined;
  const next = backwards || hasMore;
  if (!previous && !next) return null;
  const [first, last] = ends as readonly [{ id: string }, { id: string }];
  return (
    <nav className={classes.pager} aria-label={t('list.pages')}>
      <Button
        variant="default"
        size="xs"
        disabled={!previous}
        leftSection={<ChevronLeft size={14} />}
        onClick={() => stale || go({ ending_before: first.id })}
      >
        {t('list.previous')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={!next}
        rightSection={<ChevronRight size={14} />}
        onClick={() => stale || go({ starting_after: last.id })}
      >
        {t('list.next')}
      </Button>
    </nav>
  );
}
