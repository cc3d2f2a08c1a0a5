/** Samples of the routes of alerts. `examples.ts` combines them with the others. */

const alerts = {
  object: 'alerts',
  integration: 'int_01kf0q1x9rfw5t8c3m7hz6yb2d',
  livemode: false,
  email: 'awa@shop.example',
  payments: true,
  minimums: [{ currency: 'XOF', amount: 5_000 }],
  summary_hour: 7,
  time_zone: 'Africa/Dakar',
};
const challenge = { challenge: 'ch_01kf0q2n0xe2b9v7s3k5h8m4tr', method: 'email', expires_in: 300 };

export const alertExamples = {
  getAlerts: { answer: alerts },
  updateAlerts: {
    request: { payments: true, minimums: alerts.minimums, summary_hour: 7 },
    answer: alerts,
  },
  askAlertAddress: { request: { email: alerts.email }, answer: challenge },
  confirmAlertAddress: {
    request: { challenge: challenge.challenge, code: '481516' },
    answer: { object: 'alert_address', email: alerts.email },
  },
};
