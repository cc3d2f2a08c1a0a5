import { Text } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { Facts } from '../ui/facts.tsx';

import { Section } from '../ui/section.tsx';
import { FormError } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { failureOf, useRead } from '../world/read.ts';

/** How far the ledger is sealed, and the head that an operator keeps elsewhere. */
export function Seal() {
  const { t } = useTexts();
  const read = useRead('/operator/ledger/seal', { refetchInterval: 30_000 });
  const head = read.data;
  if (!head) return <FormError error={failureOf(read)} />;
  const { number, hash, sealed_at, count, lag_seconds, witness } = head;
  const lag = Math.ceil(lag_seconds);
  return (
    <Section title={t('operator.seal.title')}>
      <Facts
        facts={[
          [t('operator.seal.head'), number === 0 ? t('operator.seal.none') : number],
          [t('operator.seal.at'), sealed_at && <Time at={sealed_at} />],
          [t('operator.seal.postings'), count],
          [t('operator.seal.lag'), lag === 0 ? t('operator.seal.noLag') : t('operator.seal.seconds', { seconds: lag })],
          [
            t('operator.seal.witness'),
            witness.sent_at && (
              <>
                {witness.number} · <Time at={witness.sent_at} />
              </>
            ),
          ],
          [t('operator.seal.witnessFailed'), witness.error],
          [
            t('operator.seal.hash'),
            number > 0 && (
              <>
                <code>{hash}</code>
                <Text size="sm" c="dimmed">
                  {t('operator.seal.hashAdvice')}
                </Text>
              </>
            ),
          ],
        ]}
      />
    </Section>
  );
}
