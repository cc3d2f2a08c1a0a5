import { useParams } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Go } from '../ui/go.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Statement } from './statement.tsx';

/** A system wallet has no record of its own, only a statement. */
export function SystemWalletPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  return (
    <>
      <PageHead title={t('operator.systemWallet')} above={<Go to="/operator/ledger">{t('operator.page.ledger')}</Go>} />
      <Id id={id} whole />
      <Statement wallet={id} />
    </>
  );
}
