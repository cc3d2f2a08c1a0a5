import { Select, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Beneficiary } from '../../../contract/src/beneficiaries.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { parseMoney, typedAmount } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';

type PersonFormProps = { person: Beneficiary | null; onClose: () => void };

/** Adds a person to the list, or changes one. The money goes to the phone: another phone is another person. */
export function PersonForm({ person, onClose }: PersonFormProps) {
  const { t } = useTexts();
  const currencies = Object.keys(service.currencies);
  const [name, setName] = useState(person?.name ?? '');
  const [recipient, setRecipient] = useState(person?.recipient ?? '');
  const [groups, setGroups] = useState<string[]>(person?.groups ?? []);
  const [currency, setCurrency] = useState(person?.currency ?? currencies[0] ?? 'XOF');
  const usual = person?.amount && person.currency && typedAmount(person.amount, person.currency);
  const [typed, setTyped] = useState(usual || '');
  const kept = useChange('POST', '/beneficiaries', ['/beneficiaries']);
  const amount = typed.trim() === '' ? null : parseMoney(typed, currency);
  const isOdd = typed.trim() !== '' && (amount === null || amount <= 0n);
  const title = t(person ? 'payroll.list.change' : 'payroll.addPerson');
  return (
    <FormDialog
      title={title}
      act={t('payroll.list.save')}
      onClose={onClose}
      change={kept}
      disabled={name.trim() === '' || recipient.trim() === '' || isOdd}
      submit={() =>
        kept.run({
          body: {
            items: [
              {
                ...{ recipient: recipient.trim(), name: name.trim(), groups },
                amount: amount === null ? null : Number(amount),
                currency: amount === null ? null : currency,
              },
            ],
          },
        })
      }
    >
      <TextInput
        label={t('payouts.column.name')}
        required
        maxLength={140}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={faultOf(kept.error, 'items[0].name')}
      />
      <TextInput
        label={t('payouts.column.recipient')}
        required
        readOnly={person !== null}
        placeholder="+221771234567"
        value={recipient}
        onChange={({ currentTarget }) => setRecipient(currentTarget.value)}
        error={faultOf(kept.error, 'items[0].recipient')}
      />
      <TagsInput label={t('payroll.list.groups')} maxTags={20} value={groups} onChange={setGroups} />
      <Select
        label={t('record.currency')}
        data={currencies}
        value={currency}
        allowDeselect={false}
        onChange={(value) => setCurrency(value!)}
      />
      <AmountField
        label={t('payroll.list.usual')}
        currency={currency}
        value={typed}
        onType={setTyped}
        error={isOdd && t('payroll.list.odd')}
      />
    </FormDialog>
  );
}
