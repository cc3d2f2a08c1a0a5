import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import icon from '../../icon.svg';
import { addressAt, service } from '../page.ts';
import { LanguageMenu } from '../ui/language-menu.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import classes from './session.module.css';

/** The layout of pages without a session. */
export function Frame({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className={classes.frame}>
      <header>
        <Anchor href={addressAt('/dashboard')} underline="never" c="inherit" className={classes.brand}>
          <img src={icon} alt="" width={28} height={28} /> {service.brand}
        </Anchor>
        <LanguageMenu />
      </header>
      <main className={classes.card}>
        <Stack gap="lg">
          <div>
            <Title order={1}>{title}</Title>
            {lead && (
              <Text c="dimmed" mt={4}>
                {lead}
              </Text>
            )}
          </div>
          {children}
        </Stack>
      </main>
    </div>
  );
}
