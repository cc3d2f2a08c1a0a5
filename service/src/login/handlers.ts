import { admitRegistration } from '../accounts/admit-registration.ts';
import type { People } from '../accounts/people.ts';
import type { Handlers } from '../http/handler.ts';
import type { Person } from '../kernel/command.ts';
import { resendCode } from '../two-factor/challenge.ts';
import { askAddress, confirmAddress } from './alert-address.ts';
import { changePassword } from './change-password.ts';
import { logIn, person } from './log-in.ts';
import { refreshTokens } from './refresh.ts';
import { register } from './register.ts';
import { registerMerchant } from './register-merchant.ts';
import { askDeviceCode, forgotPassword, resetPassword } from './reset-password.ts';
import { deleteSession, listSessions, logOut } from './sessions.ts';
import { confirmTwoFactor, disableTwoFactor, enableTwoFactor } from './two-factor.ts';
import { verifyCode } from './verify.ts';

type AuthRoutes =
  | 'login'
  | 'loginMerchant'
  | 'loginDeveloper'
  | 'loginOperator'
  | 'register'
  | 'registerMerchant'
  | 'verifyTwoFactor'
  | 'resendCode'
  | 'refreshTokens'
  | 'logout'
  | 'listSessions'
  | 'deleteSession'
  | 'forgotPassword'
  | 'askDeviceCode'
  | 'resetPassword'
  | 'changePassword'
  | 'enableTwoFactor'
  | 'disableTwoFactor'
  | 'confirmTwoFactor'
  | 'askAlertAddress'
  | 'confirmAlertAddress';

/** The routes below /auth. */
export function createAuthHandlers(people: People): Pick<Handlers, AuthRoutes> {
  const { db } = people;
  const personOf = ({ caller }: { caller: { person: Person | null } | null }) => caller!.person!;
  const nothing = async (done: Promise<void>) => {
    await done;
    return '';
  };
  return {
    login: (request) => logIn(people, 'customer', request.input, request),
    loginMerchant: (request) => logIn(people, 'merchant', request.input, request),
    loginDeveloper: (request) => logIn(people, 'developer', request.input, request),
    loginOperator: (request) => logIn(people, 'operator', request.input, request),
    register: async (request) => {
      const { phone, mode } = request.input;
      await admitRegistration(people, person(people, phone, mode), request.address);
      return register(people, request.input, request);
    },
    registerMerchant: async (request) => {
      await admitRegistration(people, person(people, request.input.phone, 'test'), request.address);
      return registerMerchant(people, request.input, request);
    },
    verifyTwoFactor: (request) => verifyCode(people, request.input, request),
    resendCode: (request) => resendCode(people, request.input.challenge, request),
    refreshTokens: (request) => refreshTokens(people, request.input, request.authorization, request),
    logout: (request) => nothing(logOut(db, personOf(request), request.input.everywhere ?? false)),
    listSessions: (request) => listSessions(db, personOf(request), request.input),
    deleteSession: (request) => deleteSession(db, personOf(request), request.input.id),
    forgotPassword: (request) => forgotPassword(people, request.input, request),
    askDeviceCode: (request) => askDeviceCode(people, request.input, request),
    resetPassword: (request) => nothing(resetPassword(people, request.input, request)),
    changePassword: (request) => nothing(changePassword(people, request.caller!, request.input, request)),
    enableTwoFactor: (request) => enableTwoFactor(people, request.caller!, request.input, request),
    disableTwoFactor: (request) => disableTwoFactor(people, request.caller!, request.input, request),
    confirmTwoFactor: (request) => confirmTwoFactor(people, request.caller!, request.input, request),
    askAlertAddress: (request) => askAddress(people, request.caller!, request.input),
    confirmAlertAddress: (request) => confirmAddress(people, request.caller!, request.input),
  };
}
