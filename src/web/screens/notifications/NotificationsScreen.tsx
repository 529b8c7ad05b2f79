import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { markAllRead, notificationsQuery, refreshNotifications } from '@/web/api/notifications'
import { ErrorNote } from '@/web/components/ErrorNote'
import classes from '@/web/components/ItemList.module.css'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { NotificationItem } from './NotificationItem'

/** What happened to the account, latest first. */
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
          <Button variant="default" loading={marking.isPending} onClick={() => marking.mutate()}>
            {t('notifications.readAll')}
          </Button>
        )
      }
    >
      <ErrorNote error={marking.error} />
      <LoadError of={[list]} />
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
