import { useTexts } from '../texts/use-texts.ts';
import { Frame } from './frame.tsx';

/**
 * In place of everything else where a browser gives the page no secure context: over plain http on another name than localhost.
 * There is no `navigator.locks` then, no cookie of a session is kept, and a password would cross the network in plain.
 */
export function InsecurePage() {
  const { t } = useTexts();
  return (
    <Frame title={t('signIn.insecure')} lead={t('signIn.insecureLead')}>
      {null}
    </Frame>
  );
}
