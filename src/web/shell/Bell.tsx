import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unreadQuery } from '@/web/api/notifications'
import { t } from '@/web/i18n/text'
import classes from './Bell.module.css'

/** The way to the notifications; a dot tells that some were not read. */
export function Bell() {
  const unread = useQuery(unreadQuery).data ?? false
  const label = t(unread ? 'nav.notificationsUnread' : 'notifications.title')
  return (
    <ActionIcon
      className={classes.bell}
      variant="subtle"
      color="gray"
      size={38}
      aria-label={label}
      title={label}
      data-unread={unread}
      renderRoot={(props) => <Link {...props} to="/notifications" />}
    >
      <IconBell size={20} stroke={1.75} />
    </ActionIcon>
  )
}
