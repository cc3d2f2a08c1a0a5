import type { Answer, Call, Setting } from '../kit/server.ts';
import { apiError, malformed } from './answers.ts';

export type AccountHolders = {
  isActive(call: Call): Answer;
  basicUserInfo(call: Call): Answer;
  /** Gives a phone's holder another name. */
  rename(phone: string, given: string, family: string): void;
};

const givenNames = ['Amina', 'Brian', 'Chipo', 'David', 'Esther', 'Fatou', 'Grace', 'Henry', 'Irene', 'Joseph'];
const familyNames = ['Okello', 'Mukasa', 'Banda', 'Mensah', 'Uwase', 'Kone', 'Achieng', 'Phiri', 'Nankya', 'Diallo'];

/** The operator's page "Sandbox use cases", for `active`: 467331234xx. */
const testNumbers: Readonly<Record<string, Answer>> = {
  50: apiError(404, 'RESOURCE_NOT_FOUND'),
  51: { status: 200, body: { result: false } },
  52: apiError(500, 'NOT_ALLOWED'),
  53: apiError(500, 'NOT_ALLOWED_TARGET_ENVIRONMENT'),
  54: apiError(500, 'INTERNAL_PROCESSING_ERROR'),
  55: apiError(503, 'SERVICE_UNAVAILABLE'),
};

/** The provider takes the type of an id in lower case alone, although requests have it in upper case. */
const TYPES = /^(msisdn|email|party_code)$/;
const MSISDN = /^[1-9]\d{7,14}$/;

export function openAccountHolders({ kit }: Setting): AccountHolders {
  const names = new Map<string, readonly [given: string, family: string]>();
  const exists = (phone: string) => !['not_found', 'recipient_not_found'].includes(kit.outcomeOf(phone));
  const malformedId = ({ params: { type = '', id = '' } }: Call): Answer | null =>
    TYPES.test(type) && (type !== 'msisdn' || MSISDN.test(id)) ? null : malformed(`${type} ${id} is not an account`);
  return {
    isActive: (call) => {
      const { id = '' } = call.params;
      const [, last = ''] = /^467331234(\d\d)$/.exec(id) ?? [];
      return malformedId(call) ?? testNumbers[last] ?? { status: 200, body: { result: exists(id) } };
    },
    basicUserInfo: (call) => {
      const { id = '' } = call.params;
      const refused = malformedId(call);
      if (refused) return refused;
      if (!kit.settings.basicUserInfo) return apiError(500, 'NOT_ALLOWED');
      if (!exists(id)) return apiError(404, 'RESOURCE_NOT_FOUND');
      const [given, family] = names.get(id) ?? [givenNames[Number(id.at(-1))]!, familyNames[Number(id.at(-2))]!];
      return {
        status: 200,
        body: {
          given_name: given,
          family_name: family,
          birthdate: '1990-01-01',
          locale: 'en',
          gender: 'UNKNOWN',
          status: 'ACTIVE',
        },
      };
    },
    rename: (phone, given, family) => void names.set(phone.replace('+', ''), [given, family]),
  };
}
