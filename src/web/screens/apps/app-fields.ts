import type { AppInput } from '@/web/api/apps'
import { t } from '@/web/i18n/text'

/** The form for a new app as it is filled in: addresses one a line. */
export type AppFields = {
  name: string
  website: string
  description: string
  redirects: string
  scopes: string[]
  keepsNoSecret: boolean
}

/** An empty form, with what importers of workouts ask for. */
export const EMPTY_APP: AppFields = {
  name: '',
  website: '',
  description: '',
  redirects: '',
  scopes: ['profile:read', 'workouts:read', 'workouts:write'],
  keepsNoSecret: false,
}

/** The addresses of a text that has one a line. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What has to be filled in, each with the words beside its field. */
export const APP_RULES = {
  name: (value: string) => (value.trim() === '' ? t('apps.form.nameRule') : null),
  website: (value: string) => (isWebAddress(value.trim()) ? null : t('apps.form.websiteRule')),
  redirects: (value: string) => {
    const lines = linesOf(value)
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

/** What the server is sent for a filled-in form. */
export const appInputOf = (fields: AppFields): AppInput => ({
  client_name: fields.name.trim(),
  client_uri: fields.website.trim(),
  client_description: fields.description.trim() || null,
  redirect_uris: linesOf(fields.redirects),
  scope: fields.scopes.join(' '),
  token_endpoint_auth_method: fields.keepsNoSecret ? 'none' : 'client_secret_post',
})
