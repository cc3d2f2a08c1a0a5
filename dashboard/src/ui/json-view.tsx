import { printJson } from '../api/json.ts';
import { useTexts } from '../texts/use-texts.ts';
import { CopyIcon } from './copy.tsx';
import classes from './ui.module.css';

/** Always text, never markup: React escapes it. */
export function Code({ text, name }: { text: string; name: string }) {
  return (
    <div className={classes.code_box}>
      <div className={classes.code_copy}>
        <CopyIcon text={text} name={name} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={name}>
        <pre>{text}</pre>
      </section>
    </div>
  );
}

export function Json({ value }: { value: unknown }) {
  const { t } = useTexts();
  return <Code text={printJson(value)} name={t('record.json')} />;
}

/** A body from the network: indented if it is JSON, otherwise unchanged. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
