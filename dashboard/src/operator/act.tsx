import { Button, type ButtonProps, Stack, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { faultOf } from '../ui/states.tsx';
import { NeedsAuthenticator } from './needs-authenticator.tsx';

type Change = { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
type ActProps = {
  /** The verb on the button. */
  name: string;
  title: string;
  /** Names the record and the effect. */
  children: ReactNode;
  change: Change;
  run: (reason: string) => Promise<unknown>;
  /** Whether the act takes a reason, for the audit log. */
  reason?: boolean;
  danger?: boolean;
  button?: ButtonProps;
};

/** A button with a confirmation before the act. */
export function Act({ name, title, children, change, run, reason = false, danger = false, button }: ActProps) {
  const { t } = useTexts();
  const [opened, { open, close }] = useDisclosure();
  const [why, setWhy] = useState('');
  const [missing, setMissing] = useState(false);
  const leave = () => {
    close();
    change.reset();
  };
  const confirm = () => {
    if (reason && why.trim() === '') return setMissing(true);
    run(why.trim()).then(leave, () => undefined);
  };
  return (
    <>
      <Button variant="default" {...button} onClick={open}>
        {name}
      </Button>
      <Confirm
        opened={opened}
        onClose={leave}
        title={title}
        act={name}
        danger={danger}
        pending={change.isPending}
        error={change.error}
        onConfirm={confirm}
      >
        <Stack>
          <div>{children}</div>
          {reason && (
            <Textarea
              label={t('operator.reason')}
              required
              autosize
              minRows={2}
              maxLength={300}
              value={why}
              onChange={({ currentTarget }) => {
                setWhy(currentTarget.value);
                setMissing(false);
              }}
              error={missing ? t('operator.reasonMissing') : faultOf(change.error, 'reason')}
            />
          )}
          <NeedsAuthenticator error={change.error} />
        </Stack>
      </Confirm>
    </>
  );
}
