/** What each message is filled with. An amount arrives as it is to be read. */
export type MessageValues = {
  login_code: { code: string };
  registration_code: { code: string };
  password_reset_code: { code: string };
  payment_approval_code: { code: string; merchant: string; amount: string };
  password_changed: Record<never, string>;
  two_factor_on: Record<never, string>;
  two_factor_off: Record<never, string>;
};

/** Only by e-mail: for those who have one. */
export type NoticeValues = {
  developer_invitation: { integration: string; link: string };
  webhook_failing: { url: string; day: string };
  webhook_disabled: { url: string };
};

export type SmsKey = keyof MessageValues;
export type EmailValues = MessageValues & NoticeValues;
export type EmailKey = keyof EmailValues;

/**
 * One language. `{brand}` and the message's values are filled in.
 *
 * An SMS of 160 characters is one segment if all of them are in the GSM 7-bit alphabet (3GPP TS 23.038), which lacks most
 * accents of Spanish and Portuguese: such a text has 70 characters, or words that need none. A test counts.
 */
export type Catalogue = {
  readonly sms: Readonly<Record<SmsKey, string>>;
  readonly email: Readonly<Record<EmailKey, { readonly subject: string; readonly text: string }>>;
};
