import { useParams } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useRead } from '../world/read.ts';
import { DocumentImage } from './document-image.tsx';
import { ModeName } from './mode-name.tsx';
import classes from './operator.module.css';
import { Ref } from './ref.tsx';
import { ReviewActions } from './review-actions.tsx';

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
      facts={(record) => [
        [t('operator.dateOfBirth'), record.date_of_birth],
        [t('operator.document'), t(`operator.documentOf.${record.document_type}`)],
        [t('operator.documentNumber'), record.document_number],
        [t('operator.phone'), record.phone],
        [t('record.customer'), <Ref key="user" id={record.user} />],
        [t('operator.kyc'), t(`operator.kycOf.${record.kyc}`)],
        [t('operator.tier'), record.tier],
        [t('shell.mode'), <ModeName key="mode" livemode={record.livemode} />],
        [t('operator.decidedBy'), record.decided_by && <Ref id={record.decided_by} />],
        [t('operator.decidedAt'), record.decided_at && <Time at={record.decided_at} seconds />],
        [t('payments.reason'), record.reason],
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) => (
        <Section title={t('operator.images')}>
          {record.documents.length === 0 ? (
            t('operator.noImages')
          ) : (
            <div className={classes.documents}>
              {record.documents.map((document, index) => (
                <DocumentImage key={document} id={document} number={index + 1} />
              ))}
            </div>
          )}
        </Section>
      )}
    </RecordPage>
  );
}
