import { t } from '@/web/i18n/text'

/** The name of the device of a session. */
export const formatDevice = ({
  browser,
  os,
}: {
  browser: string | null
  os: string | null
}): string => (browser !== null && os !== null ? `${browser}, ${os}` : t('sessions.unknown'))
