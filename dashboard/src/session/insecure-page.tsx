import { useTexts } from '../texts/use-texts.ts';
import { Frame } from './frame.tsx';

/**
 * Replaces every page if the browser gives no secure context: plain http on a host other than localhost. There
 * `navigator.locks` is missing, session cookies are not kept, and a password would be sent unencrypted.
 */
export function InsecurePage() {
  const { t } = useTexts();
  return (
    <Frame title={t('signIn.insecure')} lead={t('signIn.insecureLead')}>
      {null}
    </Frame>
  );
}
