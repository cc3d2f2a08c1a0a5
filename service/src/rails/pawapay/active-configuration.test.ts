import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readActiveConfiguration } from './active-configuration.ts';

const deposit = {
  minAmount: '1.50',
  maxAmount: '5000',
  authType: 'PROVIDER_AUTH',
  pinPrompt: 'MANUAL',
  pinPromptInstructions: {
    channels: [{ type: 'USSD', instructions: { en: [{ text: 'Dial *115#' }, { text: 'Enter PIN' }], fr: [] } }],
  },
  decimalsInAmount: 'TWO_PLACES',
  status: 'OPERATIONAL',
};
const conf = (operationTypes: unknown, currency = 'ZMW') => ({
  companyName: 'Demo',
  signatureConfiguration: { signedRequestsOnly: true, signedCallbacks: false },
  countries: [
    { country: 'BEN', providers: [{ provider: 'MTN_MOMO_BEN', currencies: [{ currency: 'XOF', operationTypes }] }] },
    {
      country: 'ZMB',
      providers: [{ provider: 'MTN_MOMO_ZMB', displayName: 'MTN', currencies: [{ currency, operationTypes }] }],
    },
  ],
});

describe('the active configuration', () => {
  it('has the bounds, decimals and steps of one country and currency', () => {
    assert.deepEqual(readActiveConfiguration(conf({ DEPOSIT: deposit }), 'ZMB', 'ZMW', 2), {
      services: [
        {
          provider: 'MTN_MOMO_ZMB',
          displayName: 'MTN',
          operation: 'DEPOSIT',
          decimals: 2,
          min: 150n,
          max: 500_000n,
          authorisation: 'prompt',
          instructions: 'Dial *115#. Enter PIN',
        },
      ],
    });
    assert.deepEqual(readActiveConfiguration(conf({ DEPOSIT: deposit }, 'USD'), 'ZMB', 'ZMW', 2)?.services, []);
  });

  it('is read in each form that the documents show', () => {
    const payout = {
      operationType: 'PAYOUT',
      minTransactionLimit: '1',
      maxTransactionLimit: '1000',
      decimalsInAmount: 'NONE',
      status: 'DELAYED',
    };
    const read = readActiveConfiguration(conf([{ DEPOSIT: deposit }, payout, 7, null]), 'ZMB', 'ZMW', 2);
    const found = read!.services.map(({ operation, decimals, max }) => [operation, decimals, max]);
    assert.deepEqual(found, [
      ['DEPOSIT', 2, 500_000n],
      ['PAYOUT', 0, 100_000n],
    ]);
  });

  it('knows each way to authorise', () => {
    const of = (settings: object) => {
      const read = readActiveConfiguration(conf({ DEPOSIT: { ...deposit, ...settings } }), 'ZMB', 'ZMW', 2);
      const { authorisation, instructions } = read!.services[0]!;
      return [authorisation, instructions];
    };
    const steps = { channels: [{ instructions: { en: [{ text: 'Dial *144*4*6#' }] } }] };
    assert.deepEqual(of({ authType: 'PREAUTH', authTokenInstructions: steps }), ['otp', 'Dial *144*4*6#']);
    assert.deepEqual(of({ authType: 'PREAUTHORISED', authTokenInstructions: 1 }), ['otp', null]);
    assert.deepEqual(of({ authType: 'REDIRECT_AUTH' }), ['redirect', null]);
    assert.deepEqual(of({ pinPrompt: 'AUTOMATIC' }), ['prompt', null]);
  });

  it('is null for another body', () => {
    for (const body of [null, '<html>', [], { countries: {} }]) {
      assert.equal(readActiveConfiguration(body, 'ZMB', 'ZMW', 2), null);
    }
  });
});
