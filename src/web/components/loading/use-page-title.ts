import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { unreadQuery } from '@/web/api/accounts/notifications'
import { t } from '@/web/i18n/text'

/** Prefix of the title while there are unread notifications. */
const UNREAD = '● '

/** Sets the document title; without a title it is the name of the product. */
export function usePageTitle(title: string | undefined): void {
  // The bell in the header fetches this query; here only its cached result is read.
  const unread = useQuery({ ...unreadQuery, enabled: false }).data === true
  const name = title ? t('app.pageTitle', { title }) : t('app.name')
  useDocumentTitle(unread ? `${UNREAD}${name}` : name)
}
