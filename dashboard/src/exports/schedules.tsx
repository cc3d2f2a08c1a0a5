import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ExportSchedule } from '../../../contract/src/exports.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Trash2 } from '../ui/icons.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';

export function Schedules() {
  const { t } = useTexts();
  const [leaving, setLeaving] = useState<ExportSchedule | null>(null);
  const remove = useChange('DELETE', '/export_schedules/{id}', ['/export_schedules']);
  const nameOf = ({ resource, interval }: ExportSchedule) =>
    `${t(`exports.resourceOf.${resource}`)}, ${t(`exports.intervalOf.${interval}`)}`;
  const columns: readonly Column<ExportSchedule>[] = [
    { head: t('exports.resource'), cell: nameOf },
    { head: t('exports.format'), cell: ({ format }) => format.toUpperCase() },
    { head: t('exports.timeZone'), cell: (record) => record.time_zone, wide: true },
    { head: t('exports.next'), cell: (record) => <Time at={record.next_at} /> },
    {
      head: t('exports.remove'),
      cell: (record) => (
        <Button
          size="xs"
          variant="default"
          leftSection={<Trash2 size={14} />}
          aria-label={t('exports.removeOf', { name: nameOf(record) })}
          onClick={() => setLeaving(record)}
        >
          {t('exports.remove')}
        </Button>
      ),
      end: true,
    },
  ];
  return (
    <>
      <ListPage
        path="/export_schedules"
        columns={columns}
        empty={<Empty title={t('exports.noSchedules')}>{t('exports.noSchedulesAdvice')}</Empty>}
      />
      <Confirm
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('exports.remove')}
        act={t('exports.remove')}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.run({ params: { id: leaving!.id } }).then(
            () => setLeaving(null),
            () => undefined,
          )
        }
      >
        {leaving && t('exports.removeAdvice', { name: nameOf(leaving) })}
      </Confirm>
    </>
  );
}
