/** The values of each message. An amount is already formatted for reading. */
export type MessageValues = {
  login_code: { code: string };
  registration_code: { code: string };
  password_reset_code: { code: string };
  payment_approval_code: { code: string; merchant: string; amount: string };
  password_changed: Record<never, string>;
  two_factor_on: Record<never, string>;
  two_factor_off: Record<never, string>;
};

type ScheduleValues = { name: string; amount: string; count: string; at: string; page: string };

type ArrivedValues = { amount: string; integration: string; page: string; settings: string };

/** Sent only by e-mail, to accounts that have an address. */
export type NoticeValues = {
  developer_invitation: { integration: string; link: string };
  webhook_failing: { url: string; day: string };
  webhook_disabled: { url: string };
  close_reviewed: {
    rail: string;
    day: string;
    there: string;
    here: string;
    difference: string;
    items: string;
    link: string;
  };
  alerts_code: { code: string };
  payment_arrived: ArrivedValues;
  payments_arrived: ArrivedValues & { count: string };
  daily_summary: { integration: string; day: string; lines: string; page: string; settings: string };
  export_completed: { rows: string; page: string };
  schedule_upcoming: ScheduleValues;
  schedule_failed: ScheduleValues;
  transfer_upcoming: ScheduleValues;
  transfer_failed: ScheduleValues;
};

export type SmsKey = keyof MessageValues;
export type EmailValues = MessageValues & NoticeValues;
export type EmailKey = keyof EmailValues;

/**
 * The texts of one language. `{brand}` and the message's values are filled in.
 *
 * An SMS of 160 characters is one segment if all of them are in the GSM 7-bit alphabet (3GPP TS 23.038). It lacks most
 * accents of Spanish and Portuguese: such a text has 70 characters, or avoids words with accents. A test counts.
 */
export type Catalogue = {
  readonly sms: Readonly<Record<SmsKey, string>>;
  readonly email: Readonly<Record<EmailKey, { readonly subject: string; readonly text: string }>>;
};
