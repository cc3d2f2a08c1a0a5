import Type, { type Static } from 'typebox';
import { Closed, changing, common, OneOf } from './fields.ts';

export const kycStatuses = ['none', 'pending', 'verified', 'rejected'] as const;
export type KycStatus = (typeof kycStatuses)[number];

export const User = Closed(
  {
    ...common('usr', 'user'),
    ...changing,
    phone: Type.String({ description: 'The phone in E.164 form.' }),
    kyc: OneOf(kycStatuses, { description: 'Whether the person is verified.' }),
  },
  { title: 'User' },
);
export type User = Static<typeof User>;
