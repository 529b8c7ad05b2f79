import { deviceLanguage } from '@/web/i18n/languages'
import { t } from '@/web/i18n/text'

/** What a new account is made of. */
export type AccountFields = { username: string; email: string; password: string }

/** An empty form for a new account. */
export const EMPTY_ACCOUNT: AccountFields = { username: '', email: '', password: '' }

const MIN_PASSWORD = 8
const USERNAME = /^[a-zA-Z0-9_]{3,30}$/
const EMAIL = /^[a-zA-Z0-9_.+-]+@[a-zA-Z0-9-]+\.[a-zA-Z0-9-.]+$/

/** The same rules that the server applies, so that most mistakes are named beside their field. */
export const ACCOUNT_RULES = {
  username: (value: string) => (USERNAME.test(value) ? null : t('account.username.rule')),
  email: (value: string) => (EMAIL.test(value) ? null : t('account.email.rule')),
  password: (value: string) => (value.length >= MIN_PASSWORD ? null : t('account.password.rule')),
}

/** Language and time zone of the browser, as a new account starts with them. */
export function browserDefaults(): { lang: string; timezone: string } {
  return { lang: deviceLanguage(), timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}
