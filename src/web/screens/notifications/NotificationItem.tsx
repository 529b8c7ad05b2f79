import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import {
  markNotification,
  type Notification,
  refreshNotifications,
} from '@/web/api/accounts/notifications'
import { toServerPath } from '@/web/api/client/server-path'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import classes from '@/web/components/lists/ItemList.module.css'
import { UserPicture } from '@/web/components/people/UserPicture'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { notificationTarget, notificationText } from './notification-text'

/** One notification; opening it marks it as read. */
export function NotificationItem({ item }: { item: Notification }) {
  const client = useQueryClient()
  const { history } = useRouter()
  const preferences = usePreferences()
  const date = new Date(item.created_at)
  const target = notificationTarget(item)
  const marking = useMutation({
    mutationFn: markNotification,
    onSettled: () => refreshNotifications(client),
  })
  const open = () => {
    if (!item.marked_as_read) marking.mutate({ id: item.id, read: true })
    if (target) history.push(toServerPath(target))
  }
  return (
    <li data-row>
      <div className={classes.row}>
        <UserPicture
          username={item.from?.username ?? '·'}
          picture={item.from?.picture ?? false}
          size={40}
        />
        <span className={classes.names}>
          <span className={item.marked_as_read ? undefined : classes.name}>
            {notificationText(item)}
          </span>
          <time className={classes.facts} dateTime={date.toISOString()}>
            {formatDate(date, preferences)}, {formatTime(date, preferences)}
          </time>
          <ErrorNote error={marking.error} />
        </span>
        {target ? (
          <Button variant="default" size="sm" onClick={open}>
            {t('notifications.open')}
          </Button>
        ) : (
          !item.marked_as_read && (
            <BusyButton variant="default" size="sm" busy={marking.isPending} onClick={open}>
              {t('notifications.read')}
            </BusyButton>
          )
        )}
      </div>
    </li>
  )
}
