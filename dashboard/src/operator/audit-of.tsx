import { useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';
import { Table } from '../ui/list-page.tsx';
import { Section } from '../ui/section.tsx';
import { useRead } from '../world/read.ts';
import { useAuditColumns } from './audit-columns.tsx';
import { useMay } from './rights.ts';

type Whose = { target: string } | { account: string };

/** The latest audit entries about a record, or by and about an account, if the operator may read them. */
export function AuditOf(whose: Whose) {
  const { t } = useTexts();
  const may = useMay();
  const columns = useAuditColumns();
  const audit = useRead('/operator/audit', { query: { ...whose, limit: 10 }, enabled: may('audit') });
  if (!audit.data?.data.length) return null;
  return (
    <Section
      title={t('operator.page.audit')}
      action={
        <Go to="/operator/audit" search={whose}>
          {t('operator.all')}
        </Go>
      }
    >
      <Table rows={audit.data.data} to={undefined} columns={columns} />
    </Section>
  );
}
