import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Sale } from '../../../contract/src/tills.ts';
import { useTexts } from '../texts/use-texts.ts';
import { CircleAlert, CircleCheck } from '../ui/icons.ts';
import { Money } from '../ui/money.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { FormError } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { ring } from './bell.ts';
import classes from './till.module.css';
import { useWakeLock } from './use-wake-lock.ts';

/** Waits for the payment of this sale alone, and turns green with a sound when it is there. */
export function SaleScreen({ sale, onNew }: { sale: Sale; onNew: () => void }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const canceling = useChange('POST', '/sales/{id}/cancel', ['/sales']);
  const { id, status, amount, currency, url } = sale;
  useWakeLock(status === 'waiting');
  // A sale that was paid before this screen opened makes no sound.
  const before = useRef(status);
  useEffect(() => {
    if (before.current === 'waiting' && status === 'paid') ring();
    before.current = status;
  }, [status]);
  return (
    <section className={classes.sale} data-status={status} aria-label={t('till.sale')}>
      <div className={classes.sum}>
        <Money amount={amount} currency={currency} />
      </div>
      <div role="status" className={classes.outcome}>
        {status === 'paid' && (
          <>
            <CircleCheck size={72} aria-hidden /> {t('till.paid')}
          </>
        )}
        {status === 'expired' && (
          <>
            <CircleAlert size={40} aria-hidden /> {t('till.expired')}
          </>
        )}
        {status === 'waiting' && t('till.waiting')}
      </div>
      {status === 'waiting' && (
        <>
          <QrCode text={url} name={t('till.code')} size={280} />
          <p>{t('till.scan')}</p>
          <FormError error={canceling.error} />
          {mayChange('sales') && (
            <Button
              variant="default"
              loading={canceling.isPending}
              onClick={() => canceling.run({ params: { id } }).catch(() => undefined)}
            >
              {t('till.cancel')}
            </Button>
          )}
        </>
      )}
      {status !== 'waiting' && (
        <Button size="lg" variant="default" onClick={onNew} autoFocus>
          {t('till.new')}
        </Button>
      )}
    </section>
  );
}
