import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unreadQuery } from '@/web/api/accounts/notifications'
import { t } from '@/web/i18n/text'
import classes from './HeaderButton.module.css'

/** The link to the notifications, with a dot if there are unread ones. */
export function Bell() {
  const unread = useQuery(unreadQuery).data ?? false
  const label = t(unread ? 'nav.notificationsUnread' : 'notifications.title')
  return (
    <Link
      to="/notifications"
      className={classes.button}
      aria-label={label}
      title={label}
      data-unread={unread}
    >
      <IconBell size={20} stroke={1.75} />
    </Link>
  )
}
