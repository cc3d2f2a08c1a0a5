import { Anchor } from '@mantine/core';
import type { Challenge } from '../../../contract/src/auth.ts';
import type { Mode } from '../api/request.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { CodeForm } from './code-form.tsx';
import { Frame } from './frame.tsx';
import type { Kind } from './kind.ts';

type CodePageProps = {
  kind: Kind;
  mode: Mode;
  challenge: Challenge;
  onChallenge: (challenge: Challenge | null) => void;
  onDone: () => Promise<void>;
};

/** Asks for the code after a correct password. */
export function CodePage({ kind, mode, challenge, onChallenge, onDone }: CodePageProps) {
  const { t } = useTexts();
  const isTest = kind === 'merchant' && mode === 'test' && challenge.method === 'sms' && !service.testCodes;
  return (
    <Frame title={t('signIn.code')} lead={isTest ? t('signIn.testCode') : t(`signIn.codeFrom.${challenge.method}`)}>
      <CodeForm challenge={challenge} onChallenge={onChallenge} onDone={onDone} />
      <Anchor component="button" type="button" size="sm" onClick={() => onChallenge(null)}>
        {t('signIn.startAgain')}
      </Anchor>
    </Frame>
  );
}
