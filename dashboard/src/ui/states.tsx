import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError, isSignedOut, Unreachable } from '../api/api-error.ts';
import { sayFault } from '../texts/texts.ts';
import { type Say, type Texts, useTexts } from '../texts/use-texts.ts';
import { CopyIcon } from './copy.tsx';
import { CloudOff, Inbox, RotateCcw, TriangleAlert } from './icons.ts';
import { OldPage } from './old-page.ts';
import classes from './ui.module.css';

/** A placeholder until the first answer arrives. */
export function Loading({ rows = 6 }: { rows?: number }) {
  const { t } = useTexts();
  return (
    <Stack gap="sm" role="status" aria-label={t('ui.loading')} py="sm">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <Skeleton key={row} height={18} width={`${92 - ((row * 17) % 30)}%`} />
      ))}
    </Stack>
  );
}

type EmptyProps = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** 1 if it is the page's only content. */
  order?: 1 | 2;
};

/** An empty state with a next step. */
export function Empty({ title, children, action, order = 2 }: EmptyProps) {
  return (
    <div className={classes.state}>
      <Inbox size={28} aria-hidden />
      <Title order={order}>{title}</Title>
      {children && <Text c="dimmed">{children}</Text>}
      {action}
    </div>
  );
}

/** The error, its code and request id, and a way to retry. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const texts = useTexts();
  const { t } = texts;
  const away = error instanceof Unreachable;
  return (
    <div className={classes.state} role="alert">
      {away ? <CloudOff size={28} aria-hidden /> : <TriangleAlert size={28} aria-hidden />}
      <Title order={1} size="h2">
        {titleOf(error, t)}
      </Title>
      <Text c="dimmed">{away ? t('ui.unreachableAdvice') : wordsOf(error, texts)}</Text>
      {error instanceof ApiError && <ErrorFacts error={error} />}
      {retry && (
        <Button variant="default" leftSection={<RotateCcw size={16} />} onClick={retry}>
          {t('ui.retry')}
        </Button>
      )}
    </div>
  );
}

function titleOf(error: unknown, t: Say): string {
  if (error instanceof Unreachable) return t('ui.unreachable');
  if (error instanceof ApiError && error.status === 404) return t('ui.notFound');
  if (error instanceof ApiError && error.status === 403) return t('ui.notAllowed');
  return t('ui.failed');
}

function ErrorFacts({ error }: { error: ApiError }) {
  const { t } = useTexts();
  return (
    <Text size="sm" c="dimmed" component="div">
      {error.docUrl ? (
        <Anchor href={error.docUrl} target="_blank" rel="noreferrer" underline="always">
          {error.code}
        </Anchor>
      ) : (
        error.code
      )}
      {error.requestId && (
        <span className={classes.id}>
          {' · '}
          <code>{error.requestId}</code>
          <CopyIcon text={error.requestId} name={t('ui.requestId')} />
        </span>
      )}
    </Text>
  );
}

/** One line beside a form. */
export function FormError({ error }: { error: unknown }) {
  const texts = useTexts();
  const { t } = texts;
  if (!error) return null;
  return (
    <Text c="var(--mantine-color-error)" size="sm" role="alert">
      {lineOf(error, texts)}
      {error instanceof ApiError && error.retryAfter ? ` ${t('ui.tryIn', { seconds: error.retryAfter })}` : ''}
    </Text>
  );
}

function lineOf(error: unknown, texts: Texts): string {
  const { t } = texts;
  if (error instanceof Unreachable) return t('ui.unreachable');
  if (error instanceof OldPage) return t('ui.newer');
  if (isSignedOut(error)) return t('ui.wasSignedOut');
  return wordsOf(error, texts);
}

/** In the reader's language. Faults that their fields show are not repeated. */
function wordsOf(error: unknown, { t, refusal }: Texts): string {
  const { message } = error as Error;
  if (!(error instanceof ApiError)) return message;
  const atFields = shownAtFields.get(error);
  const others = error.details.filter(({ param }) => !atFields?.has(param));
  if (atFields && others.length === 0) return t('ui.checkFields');
  const own = refusal(error.code, message);
  if (!own) return message;
  const said = others.map((one) => `${one.param}: ${sayFault(one)}`);
  return said.length > 0 ? `${own} (${said.join('; ')})` : own;
}

/** The parameters whose faults a form shows at their fields, for the line below, which is rendered after them. */
const shownAtFields = new WeakMap<ApiError, Set<string>>();

/** The fault of one field of a form, in the reader's language. */
export function faultOf(error: unknown, param: string): string | undefined {
  const fault = error instanceof ApiError && error.details.find((detail) => detail.param === param);
  if (!fault) return undefined;
  shownAtFields.set(error, (shownAtFields.get(error) ?? new Set()).add(param));
  return sayFault(fault);
}
