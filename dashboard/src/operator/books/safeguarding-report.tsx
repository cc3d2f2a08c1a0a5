import type { AnswerOf, RouteAt } from '../../api/contract.ts';
import { download } from '../../api/request.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './books.module.css';
import { DocumentsMenu } from './documents-menu.tsx';

/** The documents of the contract's `safeguardingFiles`. */
const documents = [
  { file: 'report.pdf', text: 'books.pdf' },
  { file: 'report.csv', text: 'books.csvReport' },
  { file: 'report.pdf.jws', text: 'books.pdfSignature' },
  { file: 'report.csv.jws', text: 'books.csvSignature' },
] as const;

type Answer = AnswerOf<RouteAt<'GET', '/operator/safeguarding'>>;

/** The regulator's report of each mode whose rails are all reviewed, with the head of the seal that it carries. */
export function SafeguardingReport({ answer: { day, data, waiting, seals } }: { answer: Answer }) {
  const { t } = useTexts();
  const modes = [true, false].filter(
    (live) => data.some(({ livemode }) => livemode === live) && !waiting.some(({ livemode }) => livemode === live),
  );
  return modes.map((live) => {
    const mode = live ? 'live' : 'test';
    const seal = seals.find(({ livemode }) => livemode === live);
    return (
      <Section
        key={mode}
        title={`${t('books.report')} · ${t(live ? 'shell.live' : 'shell.test')}`}
        action={
          <DocumentsMenu
            documents={documents.map(({ file, text }) => ({ file, text: t(text) }))}
            read={(file) => download('/operator/safeguarding/files/{file}', { params: { file }, query: { day, mode } })}
            nameOf={(file) => `safeguarding-${mode}-${day}-${file}`}
          />
        }
      >
        <p className={classes.says}>{t(seal ? 'books.reportAdvice' : 'books.sealLater')}</p>
        {seal && (
          <Facts
            facts={[
              [t('operator.seal.head'), String(seal.number)],
              [t('operator.seal.at'), <Time key="at" at={seal.sealed_at} seconds />],
              [
                t('operator.seal.hash'),
                <code key="hash" className={classes.hash}>
                  {seal.hash}
                </code>,
              ],
            ]}
          />
        )}
      </Section>
    );
  });
}
