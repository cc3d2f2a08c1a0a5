import { TextInput } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTexts } from '../../texts/use-texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { formatDay } from '../../ui/format.ts';
import { RecordHead } from '../../ui/record-head.tsx';
import { Section } from '../../ui/section.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useChange } from '../../world/change.ts';
import { failureOf, useRead } from '../../world/read.ts';
import { Act } from '../act.tsx';
import { ModeName } from '../mode-name.tsx';
import { useMay } from '../rights.ts';
import classes from './books.module.css';
import { CloseFigures } from './close-figures.tsx';
import { CloseVerdict } from './close-verdict.tsx';

type OpenDay = { readonly rail: string; readonly day: string };

/** The figures of an open day as they are now, and the reasons why it cannot be closed yet. */
export function ClosePreviewPage() {
  const { t } = useTexts();
  const { rail, day } = useParams({ strict: false }) as OpenDay;
  const list = { to: '/operator/closes', name: t('operator.page.closes') };
  const preview = useRead('/operator/closes/preview', {
    query: { rail, day },
    refetchInterval: 15_000,
  });
  const failure = failureOf(preview);
  const ready = preview.data?.problems.length === 0 && preview.data.unexplained === 0n;
  return (
    <article>
      <RecordHead
        title={`${t('operator.page.closes')} ${rail} ${day}`}
        list={list}
        shown={`${rail} · ${formatDay(day)}`}
      >
        {ready && <CloseDay rail={rail} day={day} />}
      </RecordHead>
      <DayField rail={rail} day={day} />
      {failure ? (
        <Failure error={failure} retry={() => preview.refetch()} />
      ) : preview.data ? (
        <Preview preview={preview.data} />
      ) : (
        <Loading rows={10} />
      )}
    </article>
  );
}

/** Another day of the rail. */
function DayField({ rail, day }: OpenDay) {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <TextInput
      type="date"
      label={t('books.day')}
      w={170}
      mb="md"
      value={day}
      onChange={({ currentTarget: { value } }) =>
        value !== '' && navigate({ to: `/operator/closes/${rail}/${value}`, replace: true })
      }
    />
  );
}

type PreviewData = NonNullable<ReturnType<typeof useRead<'/operator/closes/preview'>>['data']>;

function Preview({ preview }: { preview: PreviewData }) {
  const { t } = useTexts();
  const { difference, unexplained, currency, reasons, next_day: next } = preview;
  return (
    <>
      <Facts
        facts={[
          [t('books.source'), t(`books.closeSourceOf.${preview.source}`)],
          [t('books.cutAt'), <Time key="cut" at={preview.cut_at} seconds />],
          [t('books.timeZone'), preview.time_zone],
          [t('shell.mode'), <ModeName key="mode" livemode={preview.livemode} />],
        ]}
      />
      {reasons.length > 0 && (
        <Section title={t('books.notReady')}>
          <ul className={classes.problems}>
            {reasons.map((reason) => (
              <li key={reason}>{t(`books.reasonOf.${reason}`, { day: formatDay(next) })}</li>
            ))}
          </ul>
        </Section>
      )}
      <CloseVerdict difference={difference} unexplained={unexplained} currency={currency} />
      <CloseFigures figures={preview} items={preview.items} />
    </>
  );
}

function CloseDay({ rail, day }: OpenDay) {
  const { t } = useTexts();
  const may = useMay();
  const navigate = useNavigate();
  const close = useChange(
    'POST',
    '/operator/closes',
    ['/operator/closes', '/operator/closes/preview', '/operator/reconciliation'],
    { once: true },
  );
  if (!may('money')) return null;
  const run = async () => {
    const { id } = await close.run({ body: { rail, day } });
    await navigate({ to: `/operator/closes/${id}` });
  };
  return (
    <Act
      name={t('books.closeDay')}
      title={t('books.closeTitle')}
      change={close}
      run={run}
      button={{ variant: 'filled' }}
    >
      {t('books.closeAsk')} {rail}, {formatDay(day)}
    </Act>
  );
}
