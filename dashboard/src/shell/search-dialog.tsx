import { Kbd, Modal, TextInput, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import type { World } from '../api/request.ts';
import { type TextKey, useTexts } from '../texts/use-texts.ts';
import { Search } from '../ui/icons.ts';
import { useRole } from '../world/may-change.ts';
import { mayOpen } from '../world/may-open.ts';
import { findTargets, type Target } from './find-targets.ts';
import { useHits } from './search-hits.ts';
import classes from './shell.module.css';

/** Finds pages, and records by what people type: digits of a phone, names, references, amounts, dates and ids. */
export function SearchDialog({ world, onClose: close }: { world: World; onClose: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const role = useRole(world);
  const isOpen = (path: string) => mayOpen(role, path);
  const known = findTargets(text, (key, values) => t(key as TextKey, { ...values }), isOpen);
  const { hits, isDone } = useHits(world, text);
  // Hits are listed last, so that no result moves while they arrive.
  const targets = [
    ...known,
    ...hits.filter(({ path }) => isOpen(path) && known.every((target) => target.path !== path)),
  ];
  const open = (index: number) => {
    const target = targets[index];
    if (!target) return;
    close();
    navigate({ to: `/${world.integration}/${world.mode}${target.path}`, search: (target.search ?? {}) as never });
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setAt((at + step + targets.length) % Math.max(targets.length, 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(at);
    }
  };
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      size="lg"
      yOffset="12vh"
      padding="sm"
      title={<VisuallyHidden>{t('shell.search')}</VisuallyHidden>}
      classNames={{ header: classes.unseen }}
    >
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        px="xs"
        leftSection={<Search size={18} aria-hidden />}
        placeholder={t('find.advice')}
        aria-label={t('shell.search')}
        role="combobox"
        aria-expanded={targets.length > 0}
        aria-controls="search-targets"
        {...(targets.length > 0 ? { 'aria-activedescendant': `search-target-${at}` } : {})}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      {isDone && targets.length === 0 && (
        <div className={classes.noTarget} role="status">
          <p>{t('find.nothing', { text: text.trim() })}</p>
          <p>{t('find.nothingAdvice')}</p>
        </div>
      )}
      <Targets targets={targets} at={at} onOpen={open} onPoint={setAt} />
    </Modal>
  );
}

type TargetsProps = {
  targets: readonly Target[];
  /** The index of the selected target. */
  at: number;
  onOpen: (index: number) => void;
  onPoint: (index: number) => void;
};

function Targets({ targets, at, onOpen, onPoint }: TargetsProps) {
  const { t } = useTexts();
  return (
    <div role="listbox" id="search-targets" aria-label={t('shell.search')} className={classes.targets}>
      {targets.map((target, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        <div
          key={target.path + (target.id ?? target.label)}
          id={`search-target-${index}`}
          role="option"
          aria-selected={index === at}
          onClick={() => onOpen(index)}
          onMouseMove={() => onPoint(index)}
        >
          <target.Icon size={16} aria-hidden />
          <span>
            {target.label}
            {target.note && <small>{target.note}</small>}
          </span>
          {target.keys && <Kbd size="xs">{target.keys}</Kbd>}
        </div>
      ))}
    </div>
  );
}
