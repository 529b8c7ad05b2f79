import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { unreadQuery } from '@/web/api/notifications'
import { t } from '@/web/i18n/text'

/** Stands before the title while there are notifications that nobody has read. */
const UNREAD = '● '

/** Names the page in the browser's tab and history; the bare name of the product while there is nothing to name. */
export function usePageTitle(title: string | undefined): void {
  // The bell asks; here is only looked at what it was told.
  const unread = useQuery({ ...unreadQuery, enabled: false }).data === true
  const name = title ? t('app.pageTitle', { title }) : t('app.name')
  useDocumentTitle(unread ? `${UNREAD}${name}` : name)
}
