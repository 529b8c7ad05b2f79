import { isCommonPassword } from '@/policy/common-password'

const USERNAME = /^[a-zA-Z0-9_]+$/
const EMAIL = /^[a-zA-Z0-9_.+-]+@[a-zA-Z0-9-]+\.[a-zA-Z0-9-.]+$/
const MIN_PASSWORD = 8

export const USERNAME_TAKEN = 'sorry, that username is already taken'
export const EMAIL_USED = 'email: this address is already used'
export const INVALID_EMAIL = 'valid email must be provided'
export const SAME_EMAIL = 'new email must be different than current email'

const MAX_EMAIL_LENGTH = 255

export const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text)

/** Joins problems to one message with a line for each. Registration uses another format. */
export const formatProblems = (problems: readonly string[]): string =>
  problems.map((problem) => `${problem}\n`).join('')

/**
 * Lists the problems of the credentials of a new account, as `<field>: <text>`, in the order of the contract. The
 * password is undefined, and not checked, when it will be generated.
 */
export function findCredentialProblems(
  account: PasswordOwner & { password?: string | undefined },
  rules: PasswordRules,
): string[] {
  return [
    ...findUsernameProblems(account.username),
    ...findEmailProblems(account.email),
    ...(account.password === undefined
      ? []
      : findPasswordProblems(account.password, account, rules)),
  ]
}

/** The account whose password is checked: passwords must differ from its name and address. */
export interface PasswordOwner {
  username: string
  email: string
}

/** Password rules of the configuration. */
export interface PasswordRules {
  allowCommonPasswords: boolean
}

/** Lists the problems of a new email address. */
export const findEmailProblems = (email: string): string[] =>
  isEmail(email) ? [] : [`email: ${INVALID_EMAIL}`]

/** Lists the problems of a new password. */
export function findPasswordProblems(
  password: string,
  owner: PasswordOwner,
  { allowCommonPasswords }: PasswordRules,
): string[] {
  if ([...password].length < MIN_PASSWORD) return [`password: ${MIN_PASSWORD} characters required`]
  return allowCommonPasswords || !isCommonPassword(password, owner) ? [] : ['password: too common']
}

function findUsernameProblems(username: string): string[] {
  const length = [...username].length
  return [
    ...(length < 3 || length > 30 ? ['username: 3 to 30 characters required'] : []),
    ...(USERNAME.test(username)
      ? []
      : ['username: only alphanumeric characters and the underscore character "_" allowed']),
  ]
}
