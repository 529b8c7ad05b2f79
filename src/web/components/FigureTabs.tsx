import { Link } from '@tanstack/react-router'
import { type TextKey, t } from '@/web/i18n/text'
import classes from './FigureTabs.module.css'

const PLACES = [
  { to: '/statistics', label: 'nav.statistics' },
  { to: '/training', label: 'training.title' },
  { to: '/records', label: 'records.title' },
  { to: '/efforts', label: 'effort.title' },
  { to: '/routes', label: 'routes.title' },
] as const satisfies readonly { to: string; label: TextKey }[]

/** The ways between the screens that tell what all workouts amount to. */
export function FigureTabs() {
  return (
    <nav className={classes.tabs} aria-label={t('workout.numbers')}>
      {PLACES.map(({ to, label }) => (
        <Link key={to} to={to} className={classes.tab} activeOptions={{ includeSearch: false }}>
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}
