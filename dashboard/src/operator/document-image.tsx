import { Anchor, Modal, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { download } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Failure, Loading } from '../ui/states.tsx';
import classes from './operator.module.css';

/** An uploaded file: shown if it is an image, otherwise offered as a download. Each fetch is in the audit log. */
export function DocumentImage({ id, number }: { id: string; number: number }) {
  const { t } = useTexts();
  const [opened, { open, close }] = useDisclosure();
  const file = useQuery({
    queryKey: ['account', '/kyc/documents/{id}', { id }],
    queryFn: ({ signal }) => download('/kyc/documents/{id}', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Identity documents are removed from memory when the operator leaves the page.
    gcTime: 0,
  });
  const url = useObjectUrl(file.data);
  if (file.isError) return <Failure error={file.error} retry={() => file.refetch()} />;
  if (!url || !file.data) return <Loading rows={3} />;
  const name = t('operator.imageOf', { number });
  if (!['image/png', 'image/jpeg'].includes(file.data.type)) {
    return (
      <Anchor href={url} download={`${id}.pdf`} underline="always">
        {t('operator.downloadPdf', { number })}
      </Anchor>
    );
  }
  return (
    <>
      <UnstyledButton onClick={open} className={classes.document} aria-label={t('operator.enlarge', { number })}>
        <img src={url} alt={name} />
      </UnstyledButton>
      <Modal opened={opened} onClose={close} fullScreen title={name} closeButtonProps={{ 'aria-label': t('ui.close') }}>
        <img src={url} alt={name} className={classes.large} />
      </Modal>
    </>
  );
}

function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
