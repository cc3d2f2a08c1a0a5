import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';

const codes = ['two_factor_required', 'two_factor_setup_required'];

/** The way on, where the service refuses for want of a second factor. */
export function NeedsAuthenticator({ error }: { error: unknown }) {
  const { t } = useTexts();
  if (!(error instanceof ApiError && codes.includes(error.code))) return null;
  return <Go to="/account">{t('operator.setUpAuthenticator')}</Go>;
}
