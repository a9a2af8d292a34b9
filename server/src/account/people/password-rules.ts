/** Rules for new passwords, in addition to the length that the contract requires. Pure. */
import { ApiError } from '../../platform/api-error.ts';

export interface PasswordProblem {
  code: string;
  message: string;
}

/** The most common passwords of at least twelve characters, from lists of leaked passwords. */
const COMMON = new Set(
  `123456789012 1234567890123 12345678901234 123456789123 1234567891234 1234567891011 123123123123
   000000000000 111111111111 121212121212 112233445566 987654321012 999999999999 qwertyuiop12 qwertyuiop123
   qwertyuiop[] qwertyuiopasdf qwertyuiopasdfghjkl qwerty123456 qwerty1234567 qwertyqwerty 1q2w3e4r5t6y 1q2w3e4r5t6y7u
   1qaz2wsx3edc 1qaz2wsx3edc4rfv zaq12wsxcde3 asdfghjkl123 asdfghjklzxc zxcvbnm12345 abcdefghijkl abcdefghijklm
   abcd12345678 abc123abc123 a1b2c3d4e5f6 aaaaaaaaaaaa password1234 password12345 password123456 passwordpassword
   password123! passw0rd1234 p@ssw0rd1234 p@ssword1234 mypassword123 mypassword12 newpassword1 newpassword123
   changeme1234 changeme12345 letmein12345 letmein123456 welcome12345 welcome123456 welcomewelcome iloveyou1234
   iloveyou12345 iloveyouiloveyou administrator administrator1 adminadmin12 adminadminadmin admin1234567 superman1234
   football1234 baseball1234 sunshine1234 princess1234 dragon123456 monkey123456 master123456 shadow123456
   michael12345 computer1234 internet1234 trustno1trustno1 correcthorsebatterystaple`.split(/\s+/),
);

export function passwordProblem(password: string, email: string): PasswordProblem | undefined {
  const typed = password.trim().toLowerCase();
  const address = email.trim().toLowerCase();
  if (typed === address || typed === address.split('@')[0]) {
    return { code: 'PASSWORD_IS_EMAIL', message: 'Choose a password that is not the email address.' };
  }
  if (COMMON.has(typed) || new Set(typed).size < 4) {
    return {
      code: 'PASSWORD_TOO_COMMON',
      message: 'Choose another password. This one is too easy to guess.',
    };
  }
  return undefined;
}

/** `field` is the name of the request field that contains the password. */
export function checkNewPassword(password: string, email: string, field: string): void {
  const problem = passwordProblem(password, email);
  if (problem === undefined) return;
  throw new ApiError('VALIDATION_ERROR', problem.message, { details: [{ path: `/${field}`, ...problem }] });
}
