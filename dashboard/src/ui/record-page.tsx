import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Unreachable } from '../api/api-error.ts';
import { useTexts } from '../texts/use-texts.ts';
import { failureOf } from '../world/read.ts';
import { type Fact, Facts, RecordFacts } from './facts.tsx';
import { Fold } from './fold.tsx';
import { Json } from './json-view.tsx';
import { RecordHead } from './record-head.tsx';
import { Failure, Loading } from './states.tsx';
import { usePageTitle } from './use-page-title.ts';

type RecordPageProps<T> = {
  /** The kind of record, such as "Payment". */
  kind: string;
  /** The list that contains it. */
  list: { to: string; name: string };
  record: UseQueryResult<T>;
  /** Shown large beside the status: an amount, a URL. */
  title: (record: T) => ReactNode;
  status?: (record: T) => ReactNode;
  actions?: (record: T) => ReactNode;
  /** Shown below the title: the customer, the recipient. */
  who?: (record: T) => ReactNode;
  /** The most important first: the first six are seen at once. */
  facts: (record: T) => readonly Fact[];
  /** The sections of this kind of record, between the facts and the JSON. */
  children?: (record: T) => ReactNode;
};

/** One record: title, actions, facts, sections, and the whole API response. */
export function RecordPage<T extends { id: string }>(props: RecordPageProps<T>) {
  const { kind, list, record, title, status, who, actions, facts, children } = props;
  const { t } = useTexts();
  // Also for a record that cannot be read: otherwise the tab would keep the last page's title.
  usePageTitle(record.data ? `${kind} ${record.data.id}` : kind);
  const again = () => record.refetch();
  if (record.isPending && record.isPaused) return <Failure error={new Unreachable()} retry={again} />;
  if (record.isPending) return <Loading />;
  const failure = failureOf(record);
  if (failure) return <Failure error={failure} retry={again} />;
  const data = record.data!;
  const { metadata } = data as { metadata?: Record<string, string> };
  const pairs = Object.entries(metadata ?? {});
  return (
    <article>
      <RecordHead
        title={`${kind} ${data.id}`}
        list={list}
        who={who?.(data)}
        shown={
          <>
            {title(data)}
            {status?.(data)}
          </>
        }
      >
        {actions?.(data)}
      </RecordHead>
      <RecordFacts facts={facts(data)} />
      {children?.(data)}
      {pairs.length > 0 && (
        <Fold title={t('record.metadata')}>
          <Facts facts={pairs} />
        </Fold>
      )}
      <Fold title={t('record.json')}>
        <Json value={data} />
      </Fold>
    </article>
  );
}
