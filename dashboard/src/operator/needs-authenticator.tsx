import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';

const codes = ['two_factor_required', 'two_factor_setup_required'];

/** The next step when the service refuses because the operator has no second factor. */
export function NeedsAuthenticator({ error }: { error: unknown }) {
  const { t } = useTexts();
  if (!(error instanceof ApiError && codes.includes(error.code))) return null;
  return <Go to="/account">{t('operator.setUpAuthenticator')}</Go>;
}
