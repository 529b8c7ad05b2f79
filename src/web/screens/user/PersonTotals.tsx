import type { Person } from '@/web/api/people'
import { Figures } from '@/web/components/Figures'
import { SportMedal } from '@/web/components/SportMedal'
import { countOf, distanceOf, heightOf, hoursOf } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './UserScreen.module.css'

/** What somebody did in all, and in which sports; visitors without an account are not told. */
export function PersonTotals({ person }: { person: Partial<Person> }) {
  const preferences = usePreferences()
  const { total_distance: distance, sports_list: sports = [] } = person
  if (distance === undefined) return null
  return (
    <>
      <Figures
        label={t('dashboard.totals')}
        figures={[
          [t('dashboard.workouts'), countOf(person.nb_workouts ?? 0, '', preferences)],
          [t('stat.distance'), distanceOf(distance, preferences)],
          [t('stat.moving'), hoursOf(person.total_duration ?? null, preferences)],
          ...(preferences.showAscent
            ? [[t('stat.ascent'), heightOf(person.total_ascent ?? null, preferences)] as const]
            : []),
        ]}
      />
      {sports.length > 0 && (
        <ul className={classes.sports} aria-label={t('settings.sports')}>
          {sports.map((id) => (
            <li key={id}>
              <SportMedal sportId={id} size={34} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
