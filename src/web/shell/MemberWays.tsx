import {
  IconActivity,
  IconAward,
  IconInfoCircle,
  IconLogout,
  IconSettings,
  IconShield,
  IconTrophy,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { logOut } from '@/web/api/account'
import { SectionLink } from '@/web/components/SectionLink'
import { SETTINGS_TABS } from '@/web/components/settings-tabs'
import { type TextKey, t } from '@/web/i18n/text'
import { useRole } from '@/web/state/role'
import { endSession } from '@/web/state/session'
import items from './MenuItems.module.css'

interface Way {
  to: string
  label: TextKey
  Icon: unknown
  /** Below which paths its pages are, where these are not below its own. */
  holds?: readonly string[]
}

const WAYS = [
  { to: '/training', label: 'training.title', Icon: IconActivity },
  { to: '/records', label: 'records.title', Icon: IconAward },
  { to: '/efforts', label: 'effort.title', Icon: IconTrophy },
  // The own page is one of people, but has a way of its own.
  { to: '/users', label: 'people.title', Icon: IconUsers, holds: [] },
  {
    to: '/profile/edit/account',
    label: 'settings.title',
    Icon: IconSettings,
    holds: [...SETTINGS_TABS.map(({ to }) => to), '/equipment'],
  },
  { to: '/about', label: 'nav.about', Icon: IconInfoCircle },
] as const satisfies readonly Way[]

const RUNNING = { to: '/admin', label: 'admin.title', Icon: IconShield } as const

const LOOK = { size: 17, stroke: 1.75 } as const

/** Where the account's menu leads. */
export function MemberWays({ username, onChoose }: { username: string; onChoose: () => void }) {
  const moderates = useRole('moderator')
  const ways = moderates ? [...WAYS.slice(0, -1), RUNNING, ...WAYS.slice(-1)] : WAYS
  return (
    <ul className={items.items} aria-label={t('nav.account', { username })}>
      <li>
        <Link className={items.item} to="/users/$username" params={{ username }} onClick={onChoose}>
          <IconUser {...LOOK} />
          <span>{username}</span>
        </Link>
      </li>
      {ways.map(({ to, label, Icon, ...way }) => (
        <li key={to}>
          <SectionLink
            className={items.item}
            to={to}
            onClick={onChoose}
            {...('holds' in way && { holds: way.holds })}
          >
            <Icon {...LOOK} />
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
    // Leaving works without a connection too: the token is forgotten here either way.
    await logOut().catch(() => undefined)
    endSession()
    await navigate({ to: '/login' })
  }
  return (
    <button type="button" className={items.item} onClick={() => void leave()}>
      <IconLogout {...LOOK} />
      <span>{t('nav.logOut')}</span>
    </button>
  )
}
