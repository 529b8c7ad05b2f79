import { Menu, UnstyledButton } from '@mantine/core'
import { IconInfoCircle, IconLogout, IconSettings, IconUser, IconUsers } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { logOut } from '@/web/api/account'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import { endSession } from '@/web/state/session'
import classes from './MemberMenu.module.css'

/** The account's menu. */
export function MemberMenu() {
  const username = useProfile()?.username ?? ''
  const navigate = useNavigate()
  const leave = async () => {
    // Leaving works without a connection too: the token is forgotten here either way.
    await logOut().catch(() => undefined)
    endSession()
    await navigate({ to: '/login' })
  }
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <UnstyledButton className={classes.badge} aria-label={t('nav.account', { username })}>
          {username.slice(0, 1).toUpperCase()}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          renderRoot={(props) => <Link {...props} to="/users/$username" params={{ username }} />}
          leftSection={<IconUser size={17} stroke={1.75} />}
        >
          {username}
        </Menu.Item>
        <Menu.Item component={Link} to="/users" leftSection={<IconUsers size={17} stroke={1.75} />}>
          {t('people.title')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/profile/edit/account"
          leftSection={<IconSettings size={17} stroke={1.75} />}
        >
          {t('settings.title')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/about"
          leftSection={<IconInfoCircle size={17} stroke={1.75} />}
        >
          {t('nav.about')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={17} stroke={1.75} />} onClick={leave}>
          {t('nav.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
