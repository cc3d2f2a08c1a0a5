import type { Catalogue } from './catalogue.ts';

export const en: Catalogue = {
  sms: {
    login_code: '{code} is your {brand} login code. Do not share it with anyone.',
    registration_code: '{code} is your code to open a {brand} account. Do not share it.',
    password_reset_code: '{code} is your code for a new {brand} password. If you did not request it, ignore it.',
    payment_approval_code: '{code} approves {amount} to {merchant}. Not you? Do not share it. {brand}',
    password_changed: 'Your {brand} password was changed. Not you? Reset it now and tell us.',
    two_factor_on: 'Logging in to {brand} now needs a second step. Not you? Reset your password and tell us.',
    two_factor_off: 'Logging in to {brand} no longer needs a second step. Not you? Reset your password and tell us.',
  },
  email: {
    login_code: {
      subject: 'Your {brand} login code',
      text: 'Your login code is {code}.\n\nDo not share it with anyone. If you are not logging in, change your password.',
    },
    registration_code: {
      subject: 'Your {brand} code',
      text: 'Your code to open an account is {code}.\n\nDo not share it with anyone. If you did not request it, ignore this message.',
    },
    password_reset_code: {
      subject: 'A new {brand} password',
      text: 'Your code for a new password is {code}.\n\nIf you did not request it, ignore this message. Your password does not change.',
    },
    payment_approval_code: {
      subject: 'Approve a payment',
      text: 'The code {code} approves {amount} to {merchant}.\n\nIf you are not paying, do not share it with anyone. Without the code nothing is paid.',
    },
    password_changed: {
      subject: 'Your {brand} password was changed',
      text: 'Your password was changed.\n\nIf it was not you, reset it now and tell us.',
    },
    two_factor_on: {
      subject: 'Your {brand} login has a second step',
      text: 'Logging in to your account now needs a code in addition to the password.\n\nIf you did not set this up, reset your password now and tell us.',
    },
    two_factor_off: {
      subject: 'Your {brand} login no longer has a second step',
      text: 'Logging in to your account no longer needs a code in addition to the password.\n\nIf you did not turn this off, reset your password now and tell us.',
    },
    developer_invitation: {
      subject: 'You are invited to {integration}',
      text: 'You are invited to work with {integration} on {brand}. To accept, open:\n\n{link}\n\nDo not share this link. If you did not expect an invitation, ignore this message.',
    },
    webhook_failing: {
      subject: 'Your webhook endpoint is failing (day {day})',
      text: '{url} has not answered any delivery with a 2xx. Days without success: {day}.\n\nThe endpoint is disabled on day 5. Deliveries are retried until then and can be sent again afterwards.',
    },
    webhook_disabled: {
      subject: 'Your webhook endpoint was disabled',
      text: '{url} has not answered any delivery with a 2xx for 5 days and was disabled.\n\nThe deliveries that it misses are held. Fix the endpoint, enable it, then replay the deliveries.',
    },
    close_reviewed: {
      subject: 'The close of {rail} for {day} was reviewed',
      text:
        'The day {day} of the rail {rail} is closed and reviewed.\n\n' +
        'At the provider: {there}\n' +
        'In our books: {here}\nDifference: {difference}, explained by {items} items.\n\n' +
        'The documents are in the dashboard: {link}',
    },
    schedule_upcoming: {
      subject: '{name}: {amount} will be paid out on {at}',
      text:
        'The scheduled payout {name} runs on {at}.\n\n' +
        'People: {count}\nTotal: {amount}, and fees\n\n' +
        'To change, pause or end it, open:\n\n' +
        '{page}',
    },
    schedule_failed: {
      subject: '{name}: the scheduled payout was not made',
      text:
        'The scheduled payout {name} for {at} was not made.\n\n' +
        'People: {count}\nTotal: {amount}, and fees\n\n' +
        'The reason, and what to do, is here:\n\n' +
        '{page}',
    },
    transfer_upcoming: {
      subject: '{name}: {amount} will be moved on {at}',
      text:
        'The scheduled transfer {name} runs on {at}.\n\n' +
        'Amount: {amount}\n\n' +
        'To change, pause or end it, open:\n\n' +
        '{page}',
    },
    transfer_failed: {
      subject: '{name}: the scheduled transfer was not made',
      text:
        'The scheduled transfer {name} for {at} was not made.\n\n' +
        'Amount: {amount}\n\n' +
        'The reason, and what to do, is here:\n\n' +
        '{page}',
    },
    alerts_code: {
      subject: 'Your {brand} code for e-mails',
      text:
        'Your code is {code}.\n\n' +
        'It confirms this address for alerts and summaries. If you did not request it, ignore this message: ' +
        'nothing else is sent.',
    },
    payment_arrived: {
      subject: 'You received {amount}',
      text:
        '{amount} arrived for {integration}.\n\n' + 'The payment:\n\n{page}\n\n' + 'Choose your e-mails:\n\n{settings}',
    },
    payments_arrived: {
      subject: '{count} payments: {amount}',
      text:
        '{count} payments arrived for {integration} since the last message: {amount}.\n\n' +
        'The payments:\n\n{page}\n\n' +
        'Choose your e-mails:\n\n{settings}',
    },
    daily_summary: {
      subject: '{integration}: {day}',
      text:
        'Summary of {day} for {integration}\n\n{lines}\n\nThe dashboard:\n\n{page}\n\n' +
        'Choose your e-mails:\n\n{settings}',
    },
    export_completed: {
      subject: 'Your export is ready',
      text: 'The file of your export is ready. Records: {rows}.\n\nDownload it within 7 days:\n\n{page}',
    },
  },
};
