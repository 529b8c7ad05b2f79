import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  markAllRead,
  notificationsQuery,
  refreshNotifications,
} from '@/web/api/accounts/notifications'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import classes from '@/web/components/lists/ItemList.module.css'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import { NotificationItem } from './NotificationItem'

/** The notifications of the account, latest first. */
export function NotificationsScreen() {
  const client = useQueryClient()
  const list = useInfiniteQuery(notificationsQuery)
  const items = list.data?.pages.flatMap((page) => page.notifications) ?? []
  const unread = items.some((item) => !item.marked_as_read)
  const marking = useMutation({
    mutationFn: markAllRead,
    onSettled: () => refreshNotifications(client),
  })
  return (
    <Page
      title={t('notifications.title')}
      actions={
        unread && (
          <BusyButton variant="default" busy={marking.isPending} onClick={() => marking.mutate()}>
            {t('notifications.readAll')}
          </BusyButton>
        )
      }
    >
      <ErrorNote error={marking.error} />
      <LoadError queries={[list]} />
      {list.data && items.length === 0 && <p>{t('notifications.none')}</p>}
      {items.length > 0 && (
        <ul className={classes.list} aria-label={t('notifications.title')}>
          {items.map((item) => (
            <NotificationItem key={item.id} item={item} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </Page>
  )
}
