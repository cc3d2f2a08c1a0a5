import type { Catalogue } from './catalogue.ts';

export const en: Catalogue = {
  sms: {
    login_code: '{code} is your {brand} login code. Give it to nobody, whoever asks.',
    registration_code: '{code} is your code to open a {brand} account. Give it to nobody.',
    password_reset_code: '{code} is your code for a new {brand} password. If you did not ask for it, ignore it.',
    payment_approval_code: '{code} approves {amount} to {merchant}. Not you? Give it to nobody. {brand}',
    password_changed: 'Your {brand} password was changed. Not you? Reset it now and tell us.',
    two_factor_on: 'Logging in to {brand} now takes a second step. Not you? Reset your password and tell us.',
    two_factor_off: 'Logging in to {brand} no longer takes a second step. Not you? Reset your password and tell us.',
  },
  email: {
    login_code: {
      subject: 'Your {brand} login code',
      text: 'Your login code is {code}.\n\nGive it to nobody, whoever asks. If you are not logging in, change your password.',
    },
    registration_code: {
      subject: 'Your {brand} code',
      text: 'Your code to open an account is {code}.\n\nGive it to nobody. If you did not ask for it, ignore this message.',
    },
    password_reset_code: {
      subject: 'A new {brand} password',
      text: 'Your code for a new password is {code}.\n\nIf you did not ask for it, ignore this message: your password stays as it is.',
    },
    payment_approval_code: {
      subject: 'Approve a payment',
      text: 'The code {code} approves {amount} to {merchant}.\n\nIf you are not paying, give it to nobody: nothing is paid.',
    },
    password_changed: {
      subject: 'Your {brand} password was changed',
      text: 'Your password was changed.\n\nIf it was not you, reset it now and tell us.',
    },
    two_factor_on: {
      subject: 'Your {brand} login has a second step',
      text: 'Logging in to your account now takes a code besides the password.\n\nIf it was not you who set this up, reset your password now and tell us.',
    },
    two_factor_off: {
      subject: 'Your {brand} login has no second step any more',
      text: 'Logging in to your account no longer takes a code besides the password.\n\nIf it was not you who switched this off, reset your password now and tell us.',
    },
    developer_invitation: {
      subject: 'You are invited to {integration}',
      text: 'You are invited to work on the integration {integration} at {brand}. To accept, open:\n\n{link}\n\nThe link is yours alone. If you expected no invitation, ignore this message.',
    },
    webhook_failing: {
      subject: 'Your webhook endpoint is failing (day {day})',
      text: '{url} has not answered one delivery with a 2xx. Days without success: {day}.\n\nOn day 5 it is disabled. Deliveries are retried until then, and can be sent again afterwards.',
    },
    webhook_disabled: {
      subject: 'Your webhook endpoint was disabled',
      text: '{url} has not answered one delivery with a 2xx for 5 days, and was disabled.\n\nWhat it misses is held. Repair it, enable it, then replay the deliveries.',
    },
  },
};
