import { IconCopy, IconDoorEnter, IconDots, IconFileImport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Disclosure } from '@/web/components/Disclosure'
import { type TextKey, t } from '@/web/i18n/text'
import items from '@/web/shell/MenuItems.module.css'
import classes from './MoreWays.module.css'

const WAYS = [
  { to: '/workouts/duplicates', label: 'duplicates.title', Icon: IconCopy },
  { to: '/move-in', label: 'moveIn.title', Icon: IconDoorEnter },
  { to: '/workouts/tasks', label: 'tasks.title', Icon: IconFileImport },
] as const satisfies readonly { to: string; label: TextKey; Icon: unknown }[]

/** What else can be done with all workouts. */
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
