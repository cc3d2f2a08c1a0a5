import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { MatchingRule } from '../../../../contract/src/reconciliation.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Table } from '../../ui/list-page.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { useChange } from '../../world/change.ts';
import { failureOf, useRead } from '../../world/read.ts';
import { Act } from '../act.tsx';
import { useMay } from '../rights.ts';
import classes from './books.module.css';
import { RuleDialog } from './rule-dialog.tsx';
import { shapeTexts } from './rule-shapes.ts';
import { TrialDialog } from './trial-dialog.tsx';

/** The rules by which lines and entries without a common id match. */
export function RulesPage() {
  const { t } = useTexts();
  const may = useMay();
  const [adding, { open, close }] = useDisclosure();
  const rules = useRead('/operator/matching_rules');
  const failure = failureOf(rules);
  const rows = rules.data?.data ?? [];
  return (
    <>
      <PageHead title={t('operator.page.matching_rules')}>
        {may('money') && <Button onClick={open}>{t('books.addRule')}</Button>}
      </PageHead>
      <p className={classes.says}>{t('books.rulesAdvice')}</p>
      {failure ? (
        <Failure error={failure} retry={() => rules.refetch()} />
      ) : !rules.data ? (
        <Loading rows={3} />
      ) : rows.length === 0 ? (
        <Empty title={t('books.noRules')}>{t('books.noRulesAdvice')}</Empty>
      ) : (
        <Rules rules={rows} />
      )}
      {adding && <RuleDialog place={(rows.at(-1)?.place ?? 0) + 10} onClose={close} />}
    </>
  );
}

function Rules({ rules }: { rules: readonly MatchingRule[] }) {
  const { t } = useTexts();
  const may = useMay();
  const kindsOf = ({ kinds }: MatchingRule) =>
    kinds.length === 0 ? t('books.anyKind') : kinds.map((kind) => t(`books.lineOf.${kind}`)).join(', ');
  const compared = ({ compare }: MatchingRule) =>
    [t('record.amount'), ...compare.map((one) => t(`books.compareOf.${one}`))].join(', ');
  return (
    <Table
      rows={rules}
      to={undefined}
      columns={[
        { head: t('books.place'), cell: ({ place }) => place },
        { head: t('operator.name'), cell: ({ name }) => name },
        { head: t('payments.rail'), cell: ({ rail }) => rail ?? t('books.everyRail') },
        { head: t('books.shape'), cell: ({ shape }) => t(`books.shapeOf.${shapeTexts[shape]}`) },
        { head: t('books.kinds'), cell: kindsOf },
        { head: t('books.compared'), cell: compared },
        { head: t('books.window'), cell: ({ window_hours: hours }) => t('books.hours', { count: hours }), end: true },
        {
          head: t('record.status'),
          cell: ({ enabled }) => <Status status={enabled ? 'enabled' : 'disabled'} />,
        },
        ...(may('money') ? [{ head: t('books.act'), cell: (rule: MatchingRule) => <RuleActs rule={rule} /> }] : []),
      ]}
    />
  );
}

function RuleActs({ rule }: { rule: MatchingRule }) {
  const { t } = useTexts();
  const [trying, { open, close }] = useDisclosure();
  const enable = useChange('POST', '/operator/matching_rules/{id}', ['/operator/matching_rules']);
  const name = t(rule.enabled ? 'books.disable' : 'books.enable');
  return (
    <span className={classes.ids}>
      <Button variant="default" size="compact-xs" onClick={open}>
        {t('books.try')}
      </Button>
      <Act
        name={name}
        title={`${name}: ${rule.name}`}
        change={enable}
        run={() => enable.run({ params: { id: rule.id }, body: { enabled: !rule.enabled } })}
        button={{ size: 'compact-xs' }}
      >
        {t(rule.enabled ? 'books.disableAsk' : 'books.enableAsk')}
      </Act>
      {trying && <TrialDialog rule={rule} onClose={close} />}
    </span>
  );
}
