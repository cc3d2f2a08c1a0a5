import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Unreachable } from '../api/api-error.ts';
import type { ListPath, RecordOf } from '../api/contract.ts';
import { printJson } from '../api/json.ts';
import { useTexts } from '../texts/use-texts.ts';
import { failureOf, useList } from '../world/read.ts';
import { Go } from './go.tsx';
import { ChevronLeft, ChevronRight, X } from './icons.ts';
import { Empty, Failure, faultOf, Loading } from './states.tsx';
import classes from './ui.module.css';

export type Column<T> = {
  readonly head: string;
  /** In the place of its words, such as a box for all the rows. */
  readonly headCell?: (rows: readonly T[]) => ReactNode;
  readonly cell: (row: T) => ReactNode;
  readonly end?: boolean;
  /** Left out on a phone, where a row leads to a page that has it. */
  readonly wide?: boolean;
};

export type Filter = {
  /** As the query parameter of the list is called. */
  readonly name: string;
  readonly label: string;
  /** A choice of these, or free text. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** The choice that the list stands at where nobody made one; absent: it has all. */
  readonly standing?: string | undefined;
  /** Of free text: what is asked for, and null while it is nothing yet. */
  readonly read?: (typed: string) => string | null;
  /** What to type, said where there is nothing to ask for. */
  readonly advice?: string;
};

type ListPageProps<P extends ListPath> = {
  path: P;
  params?: object;
  /** Always asked, whatever is filtered. */
  fixed?: Record<string, string>;
  columns: readonly Column<RecordOf<P>>[];
  filters?: readonly Filter[];
  /** Of what the list holds, which rows belong here; absent: all. */
  keep?: (row: RecordOf<P>) => boolean;
  /** Milliseconds after which it is read anew, where no event tells of new rows. */
  every?: number;
  /** Where a row leads. */
  to?: (row: RecordOf<P>) => string;
  empty: ReactNode;
};

type Search = Record<string, string | undefined>;

/** Filters and cursor stand in the address, so that a page can be sent to somebody, and Back goes back. */
export function ListPage<P extends ListPath>(props: ListPageProps<P>) {
  const { path, params = {}, fixed = {}, columns, filters = [], keep, every, to, empty } = props;
  const { t } = useTexts();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const names = [...filters.map(({ name }) => name), 'starting_after', 'ending_before'];
  const query = Object.fromEntries(names.map((name) => [name, search[name]]));
  const list = useList(path, params, { ...query, ...fixed }, every);
  const go = (next: Search) =>
    navigate({ to: '.', search: Object.fromEntries(Object.entries(next).filter(([, value]) => value)) as never });
  const setFilter = (name: string, value: string | null) =>
    go({ ...search, starting_after: undefined, ending_before: undefined, [name]: value ?? undefined });
  const failure = failureOf(list);
  const page = list.data?.data ?? [];
  const rows = page.filter((row) => keep?.(row) ?? true);
  // Without a network it is not asked for: rows of another filter, or the shape of some, would stand there for ever.
  const waits = list.isPaused && (list.isPending || list.isPlaceholderData);
  const active = filters.filter(({ name }) => search[name]);

  return (
    <>
      {filters.length > 0 && (
        <search className={classes.filters} aria-label={t('list.filters')}>
          {filters.map((filter) => (
            <FilterField
              key={filter.name}
              filter={filter}
              value={search[filter.name] ?? ''}
              fault={faultOf(list.error, filter.name)}
              onChange={(value) => setFilter(filter.name, value)}
            />
          ))}
          {active.length > 0 && (
            <Button
              variant="subtle"
              size="xs"
              leftSection={<X size={14} />}
              onClick={() => go({ ...search, ...Object.fromEntries(names.map((name) => [name, undefined])) })}
            >
              {t('list.clear')}
            </Button>
          )}
        </search>
      )}
      {waits ? (
        <Failure error={new Unreachable()} retry={() => list.refetch()} />
      ) : list.isPending || (list.isPlaceholderData && rows.length === 0) ? (
        <Loading rows={8} />
      ) : failure && filters.some(({ name }) => faultOf(list.error, name)) ? (
        <Empty title={t('list.nothingFits')}>{t('list.nothingFitsAdvice')}</Empty>
      ) : failure ? (
        <Failure error={failure} retry={() => list.refetch()} />
      ) : (
        <>
          {rows.length > 0 ? (
            <Table rows={rows} columns={columns} to={to} stale={list.isPlaceholderData} />
          ) : active.length > 0 || query.starting_after ? (
            <Empty title={t('list.nothingFits')}>{t('list.nothingFitsAdvice')}</Empty>
          ) : (
            empty
          )}
          {/* Also where none of these belongs here: those that do may be on another page. */}
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

function FilterField({
  filter,
  value,
  fault,
  onChange,
}: {
  filter: Filter;
  value: string;
  fault: string | undefined;
  onChange: (v: string | null) => void;
}) {
  const { t } = useTexts();
  const { label, standing, read = (typed: string) => typed, advice } = filter;
  const [text, setText] = useState(value);
  const [wrong, setWrong] = useState(false);
  const change = useDebouncedCallback((typed: string) => {
    const asked = typed === '' ? '' : read(typed);
    setWrong(asked === null);
    if (asked !== null) onChange(asked);
  }, 350);
  useEffect(() => {
    setText(value);
    setWrong(false);
  }, [value]);
  if (filter.options) {
    return (
      <Select
        aria-label={label}
        placeholder={label}
        data={[...filter.options]}
        value={value === '' ? (standing ?? null) : value}
        onChange={onChange}
        allowDeselect={value !== ''}
        clearable={value !== ''}
        clearButtonProps={{ 'aria-label': t('list.clearOne', { name: label }) }}
        size="xs"
        w={170}
      />
    );
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={text}
      error={wrong ? advice : fault && (advice ?? fault)}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        change(currentTarget.value.trim());
      }}
      onKeyDown={({ key }) => key === 'Enter' && change.flush()}
      size="xs"
      w={170}
    />
  );
}

type TableProps<T> = {
  rows: readonly T[];
  columns: readonly Column<T>[];
  to: ((row: T) => string) | undefined;
  stale?: boolean;
};

/** Arrows, j and k walk along the rows; Enter opens one, as it is a link. */
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
  // On a phone it scrolls sideways: with no link in it, the keyboard reaches it by itself.
  const reach = to ? {} : { tabIndex: 0 };
  return (
    <div className={classes.tableBox} {...reach}>
      <table className={`${classes.table} ${stale ? classes.stale : ''}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={column.end ? classes.end : undefined} {...wide(column)}>
                {column.headCell ? column.headCell(rows) : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={walk}>
          {rows.map((row) => (
            <tr key={(row as { id?: string }).id ?? printJson(row)}>
              {columns.map((column, index) => (
                <td key={column.head} className={column.end ? classes.end : undefined} {...wide(column)}>
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

type PagerProps = {
  /** These are still of the page before: they lead nowhere from this one. */
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
