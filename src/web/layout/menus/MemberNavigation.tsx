import {
  IconActivity,
  IconAward,
  IconBook,
  IconInfoCircle,
  IconLogout,
  IconSettings,
  IconShield,
  IconTrophy,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { logOut } from '@/web/api/accounts/account'
import { endSession } from '@/web/api/client/session'
import { SectionLink } from '@/web/components/lists/SectionLink'
import { SETTINGS_TABS } from '@/web/components/page/settings-tabs'
import { type TextKey, t } from '@/web/i18n/text'
import { useRole } from '@/web/state/role'
import { confirmLeaving } from '@/web/state/unsaved-changes'
import items from './MenuItems.module.css'

interface NavigationLink {
  to: string
  label: TextKey
  Icon: unknown
  /** Route paths whose pages belong to the entry, if they are not below its own path. */
  paths?: readonly string[]
}

const LINKS = [
  { to: '/training', label: 'training.title', Icon: IconActivity },
  { to: '/records', label: 'records.title', Icon: IconAward },
  { to: '/efforts', label: 'effort.title', Icon: IconTrophy },
  // The user's own page is below `/users`, but has a separate entry.
  { to: '/users', label: 'people.title', Icon: IconUsers, paths: [] },
  {
    to: '/profile/edit/account',
    label: 'settings.title',
    Icon: IconSettings,
    paths: [...SETTINGS_TABS.map(({ to }) => to), '/equipment'],
  },
  { to: '/handbook', label: 'handbook.title', Icon: IconBook },
  { to: '/about', label: 'nav.about', Icon: IconInfoCircle },
] as const satisfies readonly NavigationLink[]

const ADMINISTRATION = { to: '/admin', label: 'admin.title', Icon: IconShield } as const

const ICON_PROPS = { size: 17, stroke: 1.75 } as const

/** The entries of the account's menu. */
export function MemberNavigation({
  username,
  onChoose,
}: {
  username: string
  onChoose: () => void
}) {
  const moderates = useRole('moderator')
  const links = moderates ? [...LINKS.slice(0, -2), ADMINISTRATION, ...LINKS.slice(-2)] : LINKS
  return (
    <ul className={items.items} aria-label={t('nav.account', { username })}>
      <li>
        <Link className={items.item} to="/users/$username" params={{ username }} onClick={onChoose}>
          <IconUser {...ICON_PROPS} />
          <span>{username}</span>
        </Link>
      </li>
      {links.map(({ to, label, Icon, ...link }) => (
        <li key={to}>
          <SectionLink
            className={items.item}
            to={to}
            onClick={onChoose}
            {...('paths' in link && { paths: link.paths })}
          >
            <Icon {...ICON_PROPS} />
            <span>{t(label)}</span>
          </SectionLink>
        </li>
      ))}
      <li className={items.end}>
        <LogOut />
      </li>
    </ul>
  )
}

function LogOut() {
  const navigate = useNavigate()
  const leave = async () => {
    if (!(await confirmLeaving())) return
    // Logging out also works offline: the token is deleted from this device in any case.
    await logOut().catch(() => undefined)
    endSession()
    await navigate({ to: '/login' })
  }
  return (
    <button type="button" className={items.item} onClick={() => void leave()}>
      <IconLogout {...ICON_PROPS} />
      <span>{t('nav.logOut')}</span>
    </button>
  )
}
