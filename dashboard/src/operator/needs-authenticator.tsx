import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';

/** The way on, where the service refuses for want of a second factor. */
export function NeedsAuthenticator({ error }: { error: unknown }) {
  const { t } = useTexts();
  if (!(error instanceof ApiError && error.code === 'two_factor_required')) return null;
  return <Go to="/account">{t('operator.setUpAuthenticator')}</Go>;
}
