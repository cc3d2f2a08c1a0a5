import { Button, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useChange } from '../world/change.ts';
import { itemOf } from './service-faults.ts';
import type { Lines } from './use-lines.ts';

/** The service's limit of one request. */
const AT_ONCE = 500;

type KeepPeopleProps = { edited: Lines; currency: string; group: string; disabled: boolean };

/** Adds the people of the lines to the list, with these amounts as their usual ones. */
export function KeepPeople({ edited: { lines }, currency, group: first, disabled }: KeepPeopleProps) {
  const { t } = useTexts();
  const [opened, dialog] = useDisclosure();
  const [group, setGroup] = useState(first);
  const [isKept, setKept] = useState(false);
  const kept = useChange('POST', '/beneficiaries', ['/beneficiaries']);
  const keep = async () => {
    // Someone on two lines is one person: the first line counts.
    const people = [
      ...new Map(lines.toReversed().map((line) => [line.cells.recipient, itemOf(line)])).values(),
    ].reverse();
    const items = people.map(({ recipient, name, reference, amount }) => ({
      ...{ recipient, name: name ?? recipient, amount, currency },
      ...(reference ? { reference } : {}),
    }));
    const named = group.trim() ? { add_to_group: group.trim() } : {};
    for (let from = 0; from < items.length; from += AT_ONCE)
      await kept.run({ body: { items: items.slice(from, from + AT_ONCE), ...named } });
    setKept(true);
  };
  if (isKept)
    return (
      <Text size="sm" role="status">
        {t('payroll.list.kept')}
      </Text>
    );
  return (
    <>
      <Button variant="default" disabled={disabled} onClick={dialog.open}>
        {t('payroll.list.keep')}
      </Button>
      {opened && (
        <FormDialog
          title={t('payroll.list.keep')}
          act={t('payroll.list.save')}
          onClose={dialog.close}
          change={kept}
          submit={keep}
        >
          <Text>{t('payroll.list.keepAdvice', { count: lines.length })}</Text>
          <TextInput
            label={t('payroll.list.group')}
            maxLength={40}
            value={group}
            onChange={({ currentTarget }) => setGroup(currentTarget.value)}
          />
        </FormDialog>
      )}
    </>
  );
}
