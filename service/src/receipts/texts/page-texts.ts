import type { ReceiptKind } from '../../../../contract/src/receipts.ts';
import type { ReceiptState } from '../facts.ts';

/** The words of the receipt's pages in one language. */
export type ReceiptTexts = {
  readonly titles: Readonly<Record<ReceiptKind, string>>;
  readonly states: Readonly<Record<ReceiptState, string>>;
  /** Money that did not move. */
  readonly test: string;
  readonly when: string;
  readonly from: string;
  readonly to: string;
  /** The fee that the payer gave on top of the amount asked for. */
  readonly fee: string;
  readonly provider: string;
  readonly providerReceipt: string;
  readonly description: string;
  readonly number: string;
  readonly refunds: string;
  readonly check: string;
  readonly checkAdvice: string;
  readonly checkLink: string;
  readonly qr: string;
  readonly pdf: string;
  readonly stop: string;
  readonly stopAdvice: string;
  readonly stopped: string;
  /** The phone answered STOP; only e-mails go out. */
  readonly stoppedBySms: string;
  readonly stopEmails: string;
  readonly start: string;
  readonly verifyTitle: string;
  readonly verifyAdvice: string;
  readonly code: string;
  readonly verify: string;
  readonly genuine: string;
  readonly genuineAdvice: string;
  readonly forged: string;
  readonly forgedAdvice: string;
  readonly changed: string;
};
