import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';

/**
 * A list that begins with what waits for somebody, and a button to all records and back. An address that names a
 * status shows all.
 */
export function useOpenFirst() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { view, status } = useSearch({ strict: false }) as { view?: string; status?: string };
  const all = view === 'all' || status !== undefined;
  const toggle = () => navigate({ to: '.', search: (all ? {} : { view: 'all' }) as never });
  const button = (
    <Button variant="default" onClick={toggle}>
      {t(all ? 'operator.desk.open' : 'operator.all')}
    </Button>
  );
  return { all, button };
}
