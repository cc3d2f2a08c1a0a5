/** Samples of the routes of customers. `examples.ts` combines them with the others. */

export const customerIds = {
  cus: 'cus_01kf0r7d3vef5t9z3b6dhq4p8k',
  note: 'note_01kf0v2c8pfm5s7t9z3b6dhq4q',
} as const;

const common = { livemode: false, created_at: '2026-01-15T09:30:00.000Z', metadata: {} };

const customer = {
  id: customerIds.cus,
  object: 'customer',
  ...common,
  phone: '+50937001234',
  user: null,
  last_payment: {
    id: 'pay_01kf0r7d3vejta5x9h1nbq4c8g',
    status: 'succeeded',
    amount: 2_500,
    currency: 'XOF',
    created_at: '2026-01-15T09:30:00.000Z',
  },
};

const note = {
  id: customerIds.note,
  object: 'customer_note',
  ...common,
  updated_at: '2026-01-15T09:30:00.000Z',
  version: 1,
  customer: customerIds.cus,
  text: 'Prefers a call before the delivery.',
  author: 'usr_01kf0q2mwee9xvjrc4kdh2n8sa',
  author_name: 'Awa Ndiaye',
};

export const customerExamples = {
  listCustomers: {
    answer: { object: 'list', data: [customer], has_more: false, url: '/api/v1/customers' },
  },
  getCustomer: {
    answer: {
      ...customer,
      first_payment_at: '2026-01-02T08:00:00.000Z',
      payments: {
        ...{ exact: true, count: 12, failed: 1 },
        succeeded: [{ currency: 'XOF', count: 11, amount: 27_500 }],
      },
      refunds: { exact: true, count: 1, succeeded: [{ currency: 'XOF', count: 1, amount: 2_500 }] },
      notes: [note],
    },
  },
  createCustomerNote: { request: { text: note.text }, answer: note },
  updateCustomerNote: { request: { text: note.text }, answer: { ...note, version: 2 } },
  deleteCustomerNote: { answer: { id: customerIds.note, object: 'customer_note', deleted: true } },
};
