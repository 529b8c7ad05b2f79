import { IconCopy, IconDoorEnter, IconDots, IconFileImport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Disclosure } from '@/web/components/feedback/Disclosure'
import { type TextKey, t } from '@/web/i18n/text'
import items from '@/web/layout/menus/MenuItems.module.css'
import classes from './MoreFilters.module.css'

const WAYS = [
  { to: '/workouts/duplicates', label: 'duplicates.title', Icon: IconCopy },
  { to: '/move-in', label: 'moveIn.title', Icon: IconDoorEnter },
  { to: '/workouts/tasks', label: 'tasks.title', Icon: IconFileImport },
] as const satisfies readonly { to: string; label: TextKey; Icon: unknown }[]

/** Links to other pages about all workouts. */
export function MoreWays() {
  return (
    <Disclosure
      label={t('workouts.more')}
      className={classes.button}
      button={<IconDots size={18} stroke={1.75} />}
    >
      {(close) => (
        <ul className={items.items} aria-label={t('workouts.more')}>
          {WAYS.map(({ to, label, Icon }) => (
            <li key={to}>
              <Link className={items.item} to={to} onClick={close}>
                <Icon size={17} stroke={1.75} />
                <span>{t(label)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  )
}
