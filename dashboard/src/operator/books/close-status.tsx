import type { Close } from '../../../../contract/src/closes.ts';
import { Status } from '../../ui/status.tsx';

/** A closed day waits until another operator has reviewed it. */
export const CloseStatus = ({ status }: Pick<Close, 'status'>) => (
  <Status status={status === 'reviewed' ? 'reviewed' : 'unreviewed'} />
);
