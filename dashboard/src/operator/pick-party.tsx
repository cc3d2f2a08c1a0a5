import { Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { useRead } from '../world/read.ts';
import { useName } from './names.ts';
import { pageOf } from './ref.tsx';

/** Merchants, accounts of these types, or both. */
type PartyKind = 'merchant' | 'customer' | 'account';
type Party = { readonly value: string; readonly label: string; readonly what: string };

/** The service searches from this length. */
const LEAST = 2;
const MOST = 8;

/** Merchants and people by a part of their name, a phone or an id. Each search is in the audit log, so typing waits. */
function useParties(typed: string, kinds: readonly PartyKind[]): { parties: Party[]; isSearching: boolean } {
  const { t } = useTexts();
  const [text] = useDebouncedValue(typed.trim(), 350);
  const isLong = text.length >= LEAST && text.length <= 254;
  const query = { search: text, limit: MOST };
  const merchants = useRead('/operator/merchants', { query, enabled: isLong && kinds.includes('merchant') });
  const people = kinds.includes('account') || kinds.includes('customer');
  const type = kinds.includes('account') ? {} : { type: 'customer' as const };
  const accounts = useRead('/operator/accounts', { query: { ...query, ...type }, enabled: isLong && people });
  const parties = [
    ...(merchants.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name, what: t('operator.merchant') })),
    ...(accounts.data?.data ?? []).map(({ id, name, phone, email, type }) => ({
      value: id,
      label: name ?? phone ?? email ?? id,
      what: [name ? (phone ?? email) : null, t(`operator.typeOf.${type}`)].filter(Boolean).join(' · '),
    })),
  ];
  const isSearching = merchants.isFetching || accounts.isFetching || text !== typed.trim();
  return { parties: isLong ? parties : [], isSearching };
}

type PickPartyProps = {
  label: string;
  kinds: readonly PartyKind[];
  /** The chosen id; empty if none. */
  value: string;
  onChange: (id: string) => void;
} & Pick<SelectProps, 'required' | 'error' | 'description' | 'size' | 'w' | 'placeholder' | 'clearable' | 'aria-label'>;

/** A field that finds a merchant or a person by name, phone or id, and shows the name. */
export function PickParty({ label, kinds, value, onChange, ...rest }: PickPartyProps) {
  const { t } = useTexts();
  const current = useName(value);
  const [typed, setTyped] = useState('');
  const isChosen = value !== '' && typed === current;
  const { parties, isSearching } = useParties(isChosen ? '' : typed, kinds);
  const isListed = value === '' || parties.some((party) => party.value === value);
  const whole = pageOf(typed.trim()) && /^[a-z]+_[0-9a-z]{26}$/.test(typed.trim()) ? typed.trim() : null;
  const known = isListed ? [] : [{ value, label: current, what: '' }];
  const own = whole && parties.length === 0 && whole !== value ? [{ value: whole, label: whole, what: '' }] : [];
  return (
    <Select
      label={label}
      placeholder={t('operator.desk.merchantAdvice')}
      {...rest}
      data={[...known, ...parties, ...own]}
      // The service has filtered the options already.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span>
          {option.label}{' '}
          <Text span c="dimmed" size="sm">
            {(option as unknown as Party).what}
          </Text>
        </span>
      )}
      // In its place on the page, so that the options belong to the same landmark.
      comboboxProps={{ withinPortal: false }}
      // The list itself scrolls: a scroll area inside it would need the focus.
      withScrollArea={false}
      styles={{ options: { maxHeight: 260, overflowY: 'auto' } }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={
        typed.trim().length < LEAST ? t('operator.desk.typeMore') : isSearching ? '…' : t('operator.desk.nothing')
      }
      clearButtonProps={{ 'aria-label': t('list.clearOne', { name: label }) }}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}

/** A picker in place of a list's filter: the address has the id. */
export function PickFilter({ name, label, kinds }: { name: string; label: string; kinds: readonly PartyKind[] }) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const { starting_after: _a, ending_before: _b, [name]: value = '', ...others } = search;
  return (
    <PickParty
      label={label}
      kinds={kinds}
      value={value}
      onChange={(id) => navigate({ to: '.', search: { ...others, ...(id ? { [name]: id } : {}) } as never })}
      size="xs"
      w={280}
      clearable
    />
  );
}

/** Finds a merchant, a person or any record of operators, and opens its page. */
export function FindAnything() {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <PickParty
      label={t('operator.desk.find')}
      kinds={['merchant', 'account']}
      value=""
      onChange={(id) => {
        const page = pageOf(id);
        if (page) navigate({ to: page });
      }}
      size="xs"
    />
  );
}
