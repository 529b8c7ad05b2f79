import type { AppInput } from '@/web/api/accounts/apps'
import { t } from '@/web/i18n/text'

/** Values of the form for a new app; one redirect URI per line. */
export type AppFields = {
  name: string
  website: string
  description: string
  redirects: string
  scopes: string[]
  keepsNoSecret: boolean
}

/** The empty form, with the scopes that workout importers need. */
export const EMPTY_APP: AppFields = {
  name: '',
  website: '',
  description: '',
  redirects: '',
  scopes: ['profile:read', 'workouts:read', 'workouts:write'],
  keepsNoSecret: false,
}

/** Splits a text into its non-empty lines. */
const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Validates the required fields. */
export const APP_RULES = {
  name: (value: string) => (value.trim() === '' ? t('apps.form.nameRule') : null),
  website: (value: string) => (isWebAddress(value.trim()) ? null : t('apps.form.websiteRule')),
  redirects: (value: string) => {
    const lines = splitLines(value)
    return lines.length > 0 && lines.every((line) => URL.canParse(line))
      ? null
      : t('apps.form.redirectsRule')
  },
  scopes: (value: string[]) => (value.length > 0 ? null : t('apps.form.scopesRule')),
}

function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol
  return protocol === 'https:' || protocol === 'http:'
}

/** Converts the form values to the request. */
export const toAppInput = (fields: AppFields): AppInput => ({
  client_name: fields.name.trim(),
  client_uri: fields.website.trim(),
  client_description: fields.description.trim() || null,
  redirect_uris: splitLines(fields.redirects),
  scope: fields.scopes.join(' '),
  token_endpoint_auth_method: fields.keepsNoSecret ? 'none' : 'client_secret_post',
})
