import { getDeviceLanguage } from '@/web/i18n/languages'
import { t } from '@/web/i18n/text'

/** Input values for a new account. */
export type AccountFields = { username: string; email: string; password: string }

/** Initial values of the form for a new account. */
export const EMPTY_ACCOUNT: AccountFields = { username: '', email: '', password: '' }

const MIN_PASSWORD = 8
const USERNAME = /^[a-zA-Z0-9_]{3,30}$/
const EMAIL = /^[a-zA-Z0-9_.+-]+@[a-zA-Z0-9-]+\.[a-zA-Z0-9-.]+$/

/** The server's validation rules, so that most mistakes are shown next to their field before anything is sent. */
export const ACCOUNT_RULES = {
  username: (value: string) => (USERNAME.test(value) ? null : t('account.username.rule')),
  email: (value: string) => (EMAIL.test(value) ? null : t('account.email.rule')),
  password: (value: string) => (value.length >= MIN_PASSWORD ? null : t('account.password.rule')),
}

/** Returns the language and time zone of the browser, the initial settings of a new account. */
export function browserDefaults(): { lang: string; timezone: string } {
  return { lang: getDeviceLanguage(), timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}
