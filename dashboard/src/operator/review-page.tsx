import { useParams } from '@tanstack/react-router';
import type { KycReview } from '../../../contract/src/kyc.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatTime } from '../ui/format.ts';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { Waits } from '../ui/waits.tsx';
import { useRead } from '../world/read.ts';
import { DocumentImage } from './document-image.tsx';
import { ModeName } from './mode-name.tsx';
import classes from './operator.module.css';
import { Ref } from './ref.tsx';
import { ReviewActions } from './review-actions.tsx';

/** An identity check: the images beside the data, so that both are seen while comparing. */
export function ReviewPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const review = useRead('/operator/kyc/submissions/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('operator.submission')}
      list={{ to: '/operator/kyc', name: t('operator.page.kyc') }}
      record={review}
      title={({ name }) => name}
      status={({ status }) => <Status status={status} />}
      actions={(record) => <ReviewActions review={record} />}
      facts={() => []}
    >
      {(record) => (
        <>
          {record.status === 'pending' && (
            <Waits>{t('operator.desk.waits.kyc', { since: formatTime(record.created_at) })}</Waits>
          )}
          <div className={classes.review}>
            <Images documents={record.documents} />
            <div className={classes.beside}>
              <Data review={record} />
            </div>
          </div>
        </>
      )}
    </RecordPage>
  );
}

function Images({ documents }: { documents: readonly string[] }) {
  const { t } = useTexts();
  return (
    <Section title={t('operator.images')}>
      {documents.length === 0 ? (
        t('operator.noImages')
      ) : (
        <div className={classes.documents}>
          {documents.map((document, index) => (
            <DocumentImage key={document} id={document} number={index + 1} />
          ))}
        </div>
      )}
    </Section>
  );
}

function Data({ review }: { review: KycReview }) {
  const { t } = useTexts();
  return (
    <Section title={t('operator.desk.data')}>
      <Facts
        facts={[
          [t('operator.name'), review.name],
          [t('operator.dateOfBirth'), review.date_of_birth],
          [t('operator.document'), t(`operator.documentOf.${review.document_type}`)],
          [t('operator.documentNumber'), review.document_number],
          [t('operator.phone'), review.phone],
          [t('record.customer'), <Ref key="user" id={review.user} />],
          [t('operator.kyc'), t(`operator.kycOf.${review.kyc}`)],
          [t('operator.tier'), review.tier],
          [t('shell.mode'), <ModeName key="mode" livemode={review.livemode} />],
          [t('operator.decidedBy'), review.decided_by && <Ref id={review.decided_by} />],
          [t('operator.decidedAt'), review.decided_at && <Time at={review.decided_at} seconds />],
          [t('payments.reason'), review.reason],
          [t('record.created'), <Time key="created" at={review.created_at} seconds />],
          [t('record.id'), <Id key="id" id={review.id} whole />],
        ]}
      />
    </Section>
  );
}
