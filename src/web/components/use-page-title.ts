import { useDocumentTitle } from '@mantine/hooks'
import { t } from '@/web/i18n/text'

/** Names the page in the browser's tab and history; the bare name of the product while there is nothing to name. */
export function usePageTitle(title: string | undefined): void {
  useDocumentTitle(title ? t('app.pageTitle', { title }) : t('app.name'))
}
