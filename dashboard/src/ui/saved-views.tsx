import { ActionIcon, Box, Button, Popover, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { keyOf } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useWorld } from '../world/world.tsx';
import { X } from './icons.ts';
import type { Search } from './list-page.tsx';
import classes from './ui.module.css';

type View = { readonly name: string; readonly search: Record<string, string> };
const MOST = 12;

/** Filters under a name. They stay in this browser, for this integration. */
type Views = {
  readonly views: readonly View[];
  /** The view whose filters are on the page. */
  readonly shown: View | undefined;
  /** Null if there is nothing to save, or no room. */
  readonly save: ((name: string) => void) | null;
  readonly remove: (view: View) => void;
};

export function useViews(list: string, search: Search): Views {
  const world = useWorld();
  const key = keyOf(`rialto-views ${world?.integration} ${list} `);
  const [views, setViews] = useState(() => readViews(key));
  const { starting_after: _after, ending_before: _before, ...rest } = search;
  const filters = Object.fromEntries(Object.entries(rest).filter((pair): pair is [string, string] => Boolean(pair[1])));
  const keep = (next: readonly View[]) => {
    setViews(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  const shown = views.find((view) => isSame(view.search, filters));
  const save = (name: string) => keep([...views.filter((one) => one.name !== name), { name, search: filters }]);
  const canSave = Object.keys(filters).length > 0 && !shown && views.length < MOST;
  return { views, shown, save: canSave ? save : null, remove: (view) => keep(views.filter((one) => one !== view)) };
}

/** The saved views as buttons. The pressed one is on the page. */
export function SavedViews({ of, onChange }: { of: Views; onChange: (search: Search) => void }) {
  const { t } = useTexts();
  const { views, shown, remove } = of;
  if (views.length === 0) return null;
  return (
    <Box role="group" className={classes.views} aria-label={t('find.views')}>
      {views.map((view) => (
        <Button.Group key={view.name}>
          <Button
            size="xs"
            variant={view === shown ? 'light' : 'default'}
            aria-pressed={view === shown}
            onClick={() => onChange(view === shown ? {} : view.search)}
          >
            {view.name}
          </Button>
          <ActionIcon
            size={30}
            variant="default"
            aria-label={t('find.removeView', { name: view.name })}
            onClick={() => remove(view)}
          >
            <X size={12} aria-hidden />
          </ActionIcon>
        </Button.Group>
      ))}
    </Box>
  );
}

const isSame = (one: Record<string, string>, other: Record<string, string>) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

export function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const [opened, setOpened] = useState(false);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    setOpened(false);
    onSave(name.trim());
  };
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus withinPortal={false} position="bottom-start">
      <Popover.Target>
        <Button size="xs" variant="subtle" onClick={() => setOpened(!opened)}>
          {t('find.saveView')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('find.saveView')}>
        <form onSubmit={save}>
          <TextInput
            label={t('find.viewName')}
            size="sm"
            maxLength={40}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" size="xs" mt="xs" disabled={name.trim() === ''}>
            {t('find.save')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

function readViews(key: string): readonly View[] {
  try {
    const views: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(views) ? views.filter(({ name, search }) => typeof name === 'string' && search) : [];
  } catch {
    return [];
  }
}
