import type { ErrorCode } from '@/lib/error-codes'
import { getField } from '@/web/api/client/api-error'
import { HandbookLink } from './HandbookLink'

/** The page of the handbook that explains an error. Most errors need no more than their message. */
const TOPICS: Partial<Record<ErrorCode, string>> = {
  archive_damaged: 'importing',
  archive_empty: 'importing',
  archive_unsafe: 'importing',
  busy: 'troubleshooting',
  email_missing: 'logins',
  file_not_an_activity: 'importing',
  file_unknown: 'importing',
  file_without_times: 'importing',
  invitation_invalid: 'accounts',
  login_failed: 'logins',
  login_in_other_browser: 'logins',
  login_way_off: 'logins',
  no_account: 'logins',
  no_space_left: 'storage',
  nothing_can_be_saved: 'storage',
  password_login_off: 'logins',
  provider_unreachable: 'logins',
  proxy_name_invalid: 'proxy-logins',
  proxy_silent: 'proxy-logins',
  read_only: 'replicas',
  registration_closed: 'accounts',
  setup_link_invalid: 'first-hour',
  storage_quota_exceeded: 'storage',
  storage_unreachable: 'replicas',
  workout_quota_exceeded: 'storage',
}

/** A link to the page of the handbook about an error; otherwise nothing. */
export function ErrorHelp({ body }: { body: unknown }) {
  const code = getField(body, 'code')
  const topic = typeof code === 'string' ? TOPICS[code as ErrorCode] : undefined
  return topic ? <HandbookLink topic={topic} /> : null
}
