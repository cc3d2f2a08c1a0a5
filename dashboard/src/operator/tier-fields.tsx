import { Button, Divider, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { parseMoney } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { newTier, type TypedTier } from './typed-tiers.ts';

type TierFieldsProps = {
  currency: string;
  tiers: readonly TypedTier[];
  onType: (tiers: readonly TypedTier[]) => void;
  disabled: boolean;
  error: unknown;
};

const MOST = 20;

/** The tiers of a fee. The first begins at the lowest amount. */
export function TierFields({ tiers, onType, ...props }: TierFieldsProps) {
  const { t } = useTexts();
  const put = (at: number, part: Partial<TypedTier>) =>
    onType(tiers.map((tier, i) => (i === at ? { ...tier, ...part } : tier)));
  if (tiers.length === 1)
    return (
      <Stack gap="sm">
        <OneTier {...props} tier={tiers[0]!} at={0} onType={(part) => put(0, part)} />
        <AddTier {...props} tiers={tiers} onType={onType} />
      </Stack>
    );
  return (
    <Stack gap="sm">
      {tiers.map((tier, i) => (
        <Stack key={tier.key} gap="sm" role="group" aria-label={t('operator.tierNumber', { number: i + 1 })}>
          <Divider labelPosition="left" label={t('operator.tierNumber', { number: i + 1 })} />

          {i > 0 && (
            <AmountField
              {...{ currency: props.currency, disabled: props.disabled }}
              label={t('operator.tierFrom')}
              value={tier.from}
              onType={(from) => put(i, { from })}
              error={faultOf(props.error, `tiers[${i}].from`)}
            />
          )}
          <OneTier {...props} tier={tier} at={i} onType={(part) => put(i, part)} />
          {i > 0 && (
            <Group>
              <Button
                variant="default"
                size="xs"
                onClick={() => onType(tiers.filter((one) => one.key !== tier.key))}
                aria-label={t('operator.removeTier', { number: i + 1 })}
              >
                {t('operator.removeTierShort')}
              </Button>
            </Group>
          )}
        </Stack>
      ))}
      <AddTier {...props} tiers={tiers} onType={onType} />
    </Stack>
  );
}

function AddTier({ currency, tiers, onType, disabled }: TierFieldsProps) {
  const { t } = useTexts();
  return (
    <Group>
      <Button
        variant="default"
        size="xs"
        disabled={disabled || tiers.length >= MOST}
        onClick={() => onType([...tiers, newTier(currency)])}
      >
        {t('operator.addTier')}
      </Button>
    </Group>
  );
}

type OneTierProps = Pick<TierFieldsProps, 'currency' | 'disabled' | 'error'> & {
  tier: TypedTier;
  at: number;
  onType: (part: Partial<TypedTier>) => void;
};

function OneTier({ currency, tier, at, onType, disabled, error }: OneTierProps) {
  const { t } = useTexts();
  const faultAt = (name: string) => faultOf(error, `tiers[${at}].${name}`) ?? (at === 0 && faultOf(error, name));
  const bounds = ['minimum', 'maximum'] as const;
  const wrong = (text: string) => parseMoney(text, currency) === null && t('payments.amountWrong');
  const whole = faultOf(error, `tiers[${at}]`);
  return (
    <>
      <NumberInput
        label={t('operator.basisPoints')}
        description={t('operator.basisPointsAdvice')}
        min={0}
        allowDecimal={false}
        disabled={disabled}
        hideControls
        value={tier.points}
        onChange={(points) => onType({ points })}
        error={faultAt('basis_points')}
      />
      <AmountField
        label={t('operator.fixed')}
        currency={currency}
        disabled={disabled}
        value={tier.fixed}
        onType={(fixed) => onType({ fixed })}
        error={wrong(tier.fixed) || faultAt('fixed')}
      />
      <Group grow align="start">
        {bounds.map((name) => (
          <AmountField
            key={name}
            label={t(`operator.${name}`)}
            placeholder={t('operator.noBound')}
            currency={currency}
            disabled={disabled}
            value={tier[name]}
            onType={(text) => onType({ [name]: text })}
            error={(tier[name].trim() !== '' && wrong(tier[name])) || faultAt(name)}
          />
        ))}
      </Group>
      {whole && (
        <Text c="red" size="sm" role="alert">
          {whole}
        </Text>
      )}
    </>
  );
}
