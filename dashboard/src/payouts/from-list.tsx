import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { useWorld, useWorldPath } from '../world/world.tsx';
import { linesOfPeople, readPeople } from './list-people.ts';
import { Preview } from './preview.tsx';

/** The people of the list, or of one of its groups, with their usual amounts. */
export function FromList({ group }: { group: string }) {
  const { t } = useTexts();
  const world = useWorld()!;
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const people = useQuery({
    queryKey: ['people', world, group],
    queryFn: () => readPeople(world, group),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (people.error) return <Failure error={people.error} retry={() => people.refetch()} />;
  if (!people.data) return <Loading />;
  if (people.data.length === 0) return <Empty title={t('payroll.list.none')}>{t('payroll.list.noneAdvice')}</Empty>;
  return (
    <Preview
      file={group}
      first={linesOfPeople(people.data)}
      onSent={() => undefined}
      onOther={() => navigate({ to: worldPath('/payouts/new'), replace: true })}
    />
  );
}
