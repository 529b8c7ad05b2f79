import { isCommonPassword } from '@/policy/common-password'

const USERNAME = /^[a-zA-Z0-9_]+$/
const EMAIL = /^[a-zA-Z0-9_.+-]+@[a-zA-Z0-9-]+\.[a-zA-Z0-9-.]+$/
const SHORTEST_PASSWORD = 8

export const USERNAME_TAKEN = 'sorry, that username is already taken'
export const EMAIL_USED = 'email: this address is already used'
export const INVALID_EMAIL = 'valid email must be provided'
export const SAME_EMAIL = 'new email must be different than current email'

const LONGEST_EMAIL = 255

export const isEmail = (text: string): boolean => text.length <= LONGEST_EMAIL && EMAIL.test(text)

/** Problems as one message, a line each; registration has its own form. */
export const problemLines = (problems: readonly string[]): string =>
  problems.map((problem) => `${problem}\n`).join('')

/**
 * What is wrong with the credentials of a new account, as `<field>: <text>`, in the order of the contract; a password
 * that is still to be made is none.
 */
export function credentialProblems(
  account: PasswordOwner & { password?: string | undefined },
  rules: PasswordRules,
): string[] {
  return [
    ...usernameProblems(account.username),
    ...emailProblems(account.email),
    ...(account.password === undefined ? [] : passwordProblems(account.password, account, rules)),
  ]
}

/** Whose password it is. */
export interface PasswordOwner {
  username: string
  email: string
}

/** What an administrator allows. */
export interface PasswordRules {
  allowCommonPasswords: boolean
}

/** What is wrong with a new address. */
export const emailProblems = (email: string): string[] =>
  isEmail(email) ? [] : [`email: ${INVALID_EMAIL}`]

/** What is wrong with a new password. */
export function passwordProblems(
  password: string,
  owner: PasswordOwner,
  { allowCommonPasswords }: PasswordRules,
): string[] {
  if ([...password].length < SHORTEST_PASSWORD)
    return [`password: ${SHORTEST_PASSWORD} characters required`]
  return allowCommonPasswords || !isCommonPassword(password, owner) ? [] : ['password: too common']
}

function usernameProblems(username: string): string[] {
  const length = [...username].length
  return [
    ...(length < 3 || length > 30 ? ['username: 3 to 30 characters required'] : []),
    ...(USERNAME.test(username)
      ? []
      : ['username: only alphanumeric characters and the underscore character "_" allowed']),
  ]
}
