import '@mantine/core/styles/Tabs.css';
import { Button, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Export } from '../../../contract/src/exports.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Plus } from '../ui/icons.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { DownloadExport } from './download-export.tsx';
import { ExportForm } from './export-form.tsx';
import { resources } from './resources.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { Schedules } from './schedules.tsx';

const tabs = ['files', 'schedules'] as const;
type Tab = (typeof tabs)[number];

/** Files of whole lists, made in the background, and the schedules that make them. */
export function ExportsPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { tab = 'files' } = useSearch({ strict: false }) as { tab?: Tab };
  const [creating, create] = useDisclosure();
  return (
    <>
      <PageHead title={t('exports.title')}>
        <Button leftSection={<Plus size={16} />} onClick={create.open}>
          {tab === 'files' ? t('exports.create') : t('exports.addSchedule')}
        </Button>
      </PageHead>
      <Tabs
        value={tab}
        onChange={(next) => navigate({ to: '.', search: (next === 'files' ? {} : { tab: next }) as never })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`exports.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="files">
          <Files />
        </Tabs.Panel>
        <Tabs.Panel value="schedules">
          <Schedules />
        </Tabs.Panel>
      </Tabs>
      {creating && tab === 'files' && <ExportForm onClose={create.close} />}
      {creating && tab === 'schedules' && <ScheduleForm onClose={create.close} />}
    </>
  );
}

/** An export's progress has no event, so the list polls. */
const EVERY_MS = 2_000;

function Files() {
  const { t } = useTexts();
  const columns: readonly Column<Export>[] = [
    { head: t('exports.resource'), line: 'name', cell: ({ resource }) => t(`exports.resourceOf.${resource}`) },
    { head: t('exports.format'), cell: ({ format }) => format.toUpperCase() },
    { head: t('record.status'), line: 'state', cell: ({ status }) => <Status status={status} /> },
    { head: t('exports.rows'), cell: ({ rows }) => rows.toLocaleString(), wide: true },
    { head: t('record.created'), line: 'when', cell: ({ created_at }) => <Time at={created_at} />, wide: true },
    { head: t('exports.file'), line: 'much', cell: (record) => <DownloadExport record={record} />, end: true },
  ];
  return (
    <ListPage
      path="/exports"
      columns={columns}
      every={EVERY_MS}
      filters={[
        {
          name: 'resource',
          label: t('exports.resource'),
          options: resources.map((value) => ({ value, label: t(`exports.resourceOf.${value}`) })),
        },
      ]}
      empty={<Empty title={t('exports.none')}>{t('exports.noneAdvice')}</Empty>}
    />
  );
}
